import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRequest } from "../checkout/sample";
import { CheckoutError } from "../domain/errors";
import { readCreate } from "./create";
import { listQuery, readQuery } from "./requests";

const place = { baseUrl: "https://checkout.example", environment: "sandbox" } as const;
const read = (metadata: unknown) => readCreate({ ...sampleRequest(place, "start_plan"), metadata });

/** `pointer: code` of every fault. */
function faults(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof CheckoutError)
      return error.fields.map(({ path, code }) => `${path.join("|")}: ${code}`);
    throw error;
  }
  return [];
}
const faultsOf = (metadata: unknown) => faults(() => read(metadata));
const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`key ${at}`, "x"]));

describe("metadata of a create", () => {
  it("is kept, trimmed and composed as other texts, and nobody is warned of its keys", () => {
    const { value, warnings } = read({
      " intake\t": " 2027-T1 ",
      "cafe\u0301": "e\u0301",
      toString: "1",
      "7": "seven",
    });
    expect(value.metadata).toEqual({ intake: "2027-T1", "caf\u00e9": "\u00e9", toString: "1", "7": "seven" });
    expect(value.body.metadata).toEqual(value.metadata);
    expect(warnings).toEqual([]);
  });

  it.each([undefined, null, {}, { a: null }])("%j is none", (metadata) => {
    expect(read(metadata).value.metadata).toBeNull();
  });

  it("a value may be empty, and one with nothing to see is", () => {
    expect(read({ a: "", b: " \t", c: "\u200b" }).value.metadata).toEqual({ a: "", b: "", c: "" });
  });

  it("takes 20 pairs, keys of 40 characters and values of 500, and no more", () => {
    expect(faultsOf(pairs(20))).toEqual([]);
    expect(faultsOf(pairs(21))).toEqual(["metadata: too_large"]);
    expect(faultsOf({ ["😀".repeat(40)]: "😀".repeat(500) })).toEqual([]);
    expect(faultsOf({ ["k".repeat(41)]: "x", a: "x".repeat(501) })).toEqual([
      `metadata|${"k".repeat(41)}: too_long`,
      "metadata|a: too_long",
    ]);
  });

  it("takes 8 KiB of keys and values together, counted as bytes, and no more", () => {
    const of = (value: string) =>
      Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`key-${10 + at}`, value]));
    expect(faultsOf(of("x".repeat(500)))).toEqual([]);
    expect(faultsOf({ ...of("x".repeat(500)), rest: "x".repeat(8192 - 16 * 506 - 4) })).toEqual([]);
    expect(faultsOf({ ...of("x".repeat(500)), rest: "x".repeat(8192 - 16 * 506 - 3) })).toEqual([
      "metadata: too_large",
    ]);
    expect(faultsOf(of("\u{1f600}".repeat(130)))).toEqual(["metadata: too_large"]);
  });

  it.each<[string, unknown, string]>([
    ["a text", "x", "metadata: wrong_type"],
    ["a list", ["x"], "metadata: wrong_type"],
    ["a number as a value", { a: 1 }, "metadata|a: wrong_type"],
    ["an empty key", { "": "x" }, "metadata|: required"],
    ["a key with nothing to see", { "\u200b": "x" }, "metadata|\u200b: required"],
    ["a control character in a key", { "a\u0007": "x" }, "metadata|a\ufffd: not_allowed_characters"],
    ["a control character in a value", { a: "x\u2028y" }, "metadata|a: not_allowed_characters"],
    ["a card number as a value", { a: "card 4242 4242-4242 4242" }, "metadata|a: card_number_not_allowed"],
    [
      "a card number as a key, which is not repeated",
      { "4242424242424242": "x" },
      "metadata|…: card_number_not_allowed",
    ],
    ["__proto__ with blanks around it", { " __proto__ ": "x" }, "metadata| __proto__ : not_allowed"],
    ["two keys that are the same once trimmed", { a: "1", " a": "2" }, "metadata| a: not_allowed"],
  ])("refuses %s", (_, metadata, fault) => {
    expect(faultsOf(metadata)).toEqual([fault]);
  });

  it("refuses a key that is there twice, also where the first one's value is wrong", () => {
    expect(faultsOf({ a: 1, " a": "2" })).toEqual(["metadata|a: wrong_type", "metadata| a: not_allowed"]);
  });

  it("refuses no long number that no card can have, such as a time or an id", () => {
    for (const at of ["1767225600000", "1767225600008", "1234567890123452"])
      expect(faultsOf({ at })).toEqual([]);
  });

  it("a fault of a pair is told with its pointer and with what to send", () => {
    try {
      read({ "a/b~c": 1 });
      expect.unreachable();
    } catch (error) {
      expect((error as CheckoutError).fields).toEqual([
        {
          path: ["metadata", "a/b~c"],
          code: "wrong_type",
          message: "metadata[a/b~c] must be a string.",
          expected: "a string",
        },
      ]);
    }
  });

  it("whatever was accepted is accepted again as it was read", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 50 });
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 22 }), (sent) => {
        // Refused before a schema sees it, as JSON.
        fc.pre(!Object.hasOwn(sent, "__proto__"));
        const found = faultsOf(sent);
        for (const fault of found) expect(fault).toMatch(/^metadata/);
        if (found.length > 0) return;
        const { metadata } = read(sent).value;
        expect(read(metadata).value.metadata).toEqual(metadata);
        expect(Object.keys(metadata ?? {})).toHaveLength(Object.keys(sent).length);
      }),
    );
  });
});

const filter = (query: string) => readQuery(listQuery, new URLSearchParams(query));

describe("metadata of a list's query", () => {
  it("is read as a create's: several pairs, trimmed, with any characters in a key", () => {
    expect(filter("metadata[intake]=+2027-T1&metadata%5Ba%5D%5Bb%5D=&limit=5")).toMatchObject({
      metadata: { intake: "2027-T1", "a][b": "" },
      limit: 5,
    });
    expect(filter("limit=5").metadata).toBeUndefined();
  });

  it.each([
    ["metadata=x", "metadata: wrong_type"],
    ["metadata[]=x", "metadata[]: required"],
    ["metadata[a]=1&metadata[a]=2", "metadata[a]: wrong_type"],
    ["metadata[a]=1&metadata[%20a]=1", "metadata[ a]: not_allowed"],
    ["metadata[__proto__]=1", "metadata[__proto__]: not_allowed"],
    ["metadata[a=1", "metadata[a: not_allowed"],
    [`metadata[${"k".repeat(41)}]=1`, `metadata[${"k".repeat(41)}]: too_long`],
    [`metadata[a]=${"x".repeat(501)}`, "metadata[a]: too_long"],
    ["metadata[4242424242424242]=1", "metadata[…]: card_number_not_allowed"],
    ["constructor[a]=1", "constructor[a]: not_allowed"],
    ["limit[a]=1", "limit[a]: not_allowed"],
  ])("?%s is a fault that names the parameter", (query, fault) => {
    expect(faults(() => filter(query))).toEqual([fault]);
  });
});
