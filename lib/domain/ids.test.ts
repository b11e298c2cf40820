import fc from "fast-check";
import { expect, it } from "vitest";
import { idFromUuid, idToUuid, isId, newId } from "./ids";

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

it.each([
  "77777777777777777777777777",
  "01m88tk9ww0000000000000000",
  "8zzzzzzzzzzzzzzzzzzzzzzzzz",
  "01M88",
  "",
])("%j ends no id: no column could hold it", (text) => {
  expect(isId("chk", `chk_${text}`)).toBe(false);
});

it("whatever counts as an id has a UUID, and comes back from it", () => {
  const written = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 26, maxLength: 26 });
  fc.assert(
    fc.property(written, (text) => {
      const id = `chk_${text}`;
      if (isId("chk", id)) expect(idFromUuid("chk", idToUuid(id))).toBe(id);
    }),
  );
  expect(isId("chk", newId("chk"))).toBe(true);
  expect(isId("evt", newId("chk"))).toBe(false);
});
