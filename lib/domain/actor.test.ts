import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ACTOR_FORM } from "../../drizzle/vocabulary";
import { type Actor, actorText, parseActor } from "./actor";
import { newId } from "./ids";

const actors = fc.oneof(
  fc.constantFrom<Actor>({ kind: "student" }, { kind: "system" }, { kind: "api_key", keyId: newId("key") }),
  fc.string({ minLength: 1, unit: "binary" }).map((name): Actor => ({ kind: "staff", name })),
);

describe("an actor", () => {
  it("is written as text, which the database takes, and read back as the same", () => {
    expect(actorText({ kind: "api_key", keyId: "key_01m7xw2c5ve8nv1q2v7c3kzb4d" })).toBe(
      "api_key:key_01m7xw2c5ve8nv1q2v7c3kzb4d",
    );
    fc.assert(
      fc.property(actors, (actor) => {
        expect(parseActor(actorText(actor))).toEqual(actor);
        expect(actorText(actor)).toMatch(new RegExp(ACTOR_FORM, "s"));
      }),
    );
  });

  it.each([
    "",
    "provider",
    "Student",
    "student:1",
    "api_key",
    "api_key:",
    "api_key:prv_01m7xw2c5ve8nv1q2v7c3kzb4d",
    "staff:",
  ])("is not read from %j, which names nobody", (text) => {
    expect(() => parseActor(text)).toThrow(RangeError);
  });
});
