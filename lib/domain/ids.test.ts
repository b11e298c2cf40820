import fc from "fast-check";
import { expect, it } from "vitest";
import { firstIdAt, idFromUuid, idToUuid, isId, newId } from "./ids";

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

it("an id may begin with another time than this machine's, and is sorted by it", () => {
  const at = new Date("2031-05-06T07:08:09.010Z");
  const id = newId("chk", at);
  expect(isId("chk", id)).toBe(true);
  expect(id >= firstIdAt("chk", at)).toBe(true);
  expect(id < firstIdAt("chk", new Date(at.getTime() + 1))).toBe(true);
  expect(newId("chk", at)).not.toBe(id);
});
