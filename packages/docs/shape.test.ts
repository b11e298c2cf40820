import { describe, expect, it } from "vitest";
import { resolved } from "./openapi";
import { shapeOf } from "./shape";

const DOCUMENT = {
  components: {
    schemas: {
      Amount: { type: "number", minimum: 0, description: "Dollars." },
      Base: { type: "object", properties: { code: { type: "string", description: "Why." } } },
      Card: {
        type: "object",
        properties: { kind: { const: "card" }, last4: { type: "string" } },
        required: ["kind", "last4"],
      },
      Bank: { type: "object", properties: { kind: { const: "bank" } }, required: ["kind"] },
    },
  },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Read as a part of the document, whose references are followed. */
const of = (schema: object) => {
  const { paths } = resolved({ ...DOCUMENT, paths: { "/x": { get: { schema } } } });
  return shapeOf(Reflect.get(paths["/x"]?.get ?? {}, "schema"));
};

describe("a schema as a reader wants it", () => {
  it("follows references and says what may be null", () => {
    expect(of({ anyOf: [ref("Amount"), { type: "null" }] })).toMatchObject({
      type: "number or null",
      description: "Dollars.",
      rules: ["at least 0"],
    });
    expect(of({ type: ["string", "null"] }).type).toBe("string or null");
    expect(of({ type: "array", items: ref("Bank") })).toMatchObject({
      type: "array of objects",
      members: [{ name: "kind", required: true }],
    });
  });

  it("gives an example where no list of values says more", () => {
    expect(of({ type: "string", examples: ["ORD-1"] }).rules).toEqual(["for example `ORD-1`"]);
    expect(of({ type: "string", enum: ["a", "b"], examples: ["a"] }).rules).toEqual([]);
    expect(of({ type: ["string", "null"], examples: [null] }).rules).toEqual([]);
  });

  it("reads what is said of a member beside its reference", () => {
    expect(of({ ...ref("Amount"), description: "What is owed." })).toMatchObject({
      type: "number",
      description: "What is owed.",
    });
  });

  it("keeps what a member was described as where a later part narrows it", () => {
    const narrowed = of({
      allOf: [ref("Base"), { properties: { code: { const: "late" } }, required: ["code"] }],
    });
    expect(narrowed.members).toMatchObject([
      { name: "code", required: true, shape: { description: "Why.", options: ["late"] } },
    ]);
  });

  it("requires of variants what all of them require, and lists the values of each", () => {
    const { members } = of({ anyOf: [ref("Card"), { anyOf: [ref("Bank"), { type: "null" }] }] });
    expect(members).toMatchObject([
      { name: "kind", required: true, shape: { options: ["card", "bank"] } },
      { name: "last4", required: false },
    ]);
  });

  it("says of a member what each of its values means, where the variants say so", () => {
    const one = (status: string, description: string) => ({
      type: "object",
      properties: { status: { const: status, description }, on: { type: "string", description: "When." } },
    });
    const { members } = of({ anyOf: [one("paid", "It is paid."), one("late", "It is not paid.")] });
    expect(members.map(({ shape }) => shape.description)).toEqual([
      "`paid`: It is paid. `late`: It is not paid.",
      "When.",
    ]);
  });

  it("names a member once where variants beside it only narrow it", () => {
    const { members } = of({ ...DOCUMENT.components.schemas.Card, anyOf: [ref("Card"), ref("Bank")] });
    expect(members.map(({ name }) => name)).toEqual(["kind", "last4"]);
  });

  it("refuses a reference to nothing", () => {
    expect(() => of(ref("Nobody"))).toThrow("#/components/schemas/Nobody");
  });
});
