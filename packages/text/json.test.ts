import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonFault, parseJson } from "./json";

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The refusal's detail, or what was read. */
function outcome(body: string | Uint8Array): { refused: string } | { value: unknown } {
  try {
    return { value: parseJson(typeof body === "string" ? bytesOf(body) : body) };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return { refused: error.message };
  }
}

const refusedFor = (reason: RegExp) => ({ refused: expect.stringMatching(reason) });

/** Whether a value is one that the contract refuses although it is well-formed. */
function isRefused(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return (
    depth === 16 ||
    Object.entries(value).some(
      ([name, member]) => name === "__proto__" || isRefused(name) || isRefused(member, depth + 1),
    )
  );
}

describe("what is JSON", () => {
  it("is read as JSON.parse reads it, unless the contract refuses it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const value = JSON.parse(text);
        expect(outcome(text)).toEqual(isRefused(value) ? { refused: expect.any(String) } : { value });
      }),
    );
  });

  it("may be spaced in any way", () => {
    const spaces = fc.string({ unit: fc.constantFrom(" ", "\t", "\n", "\r"), maxLength: 100 });
    fc.assert(
      fc.property(spaces, spaces, (before, after) => {
        const text = `${before}{${after}"a"${before}:${after}[1${before},${after}"a"${after}]${before}}${after}`;
        expect(outcome(text)).toEqual({ value: { a: [1, "a"] } });
      }),
    );
  });

  it("may name a member alike in objects of their own, and as a value", () => {
    const text = '{"a":{"a":"a"},"b":[{"a":1},{"a":2}],"c":"a:"}';
    expect(outcome(text)).toEqual({ value: JSON.parse(text) });
  });

  it("may begin with a byte order mark", () => {
    expect(outcome("\ufeff{}")).toEqual({ value: {} });
  });

  it("may nest 16 levels", () => {
    const text = "[".repeat(16) + "]".repeat(16);
    expect(outcome(text)).toEqual({ value: JSON.parse(text) });
  });

  it("may be one string as long as a body can be", () => {
    const text = JSON.stringify("\\".repeat(30_000));
    expect(outcome(text)).toEqual({ value: "\\".repeat(30_000) });
  });
});

describe("what is refused", () => {
  it("anything that JSON.parse refuses, and never with another error", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        if (!isJson) expect(outcome(text)).toEqual({ refused: expect.any(String) });
      }),
    );
  });

  it("valid JSON that was cut off or lost a character", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (text, at) => {
        const cut = text.slice(0, at % text.length);
        expect(() => outcome(cut)).not.toThrow();
        expect(() => outcome(cut + text.slice(cut.length + 1))).not.toThrow();
      }),
    );
  });

  it.each([
    ["nothing", "", /empty/],
    ["white space", " \n", /empty/],
    ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /UTF-8/],
    ["half of a UTF-8 character", bytesOf('"é"').slice(0, 2), /UTF-8/],
    ["text after the value", "{} {}", /well-formed/],
    ["a string without end", '{"a":"', /well-formed/],
    ["a raw line break in a string", '"a\nb"', /well-formed/],
    ["17 levels", "[".repeat(17) + "]".repeat(17), /more than 16 levels/],
    ["60,000 levels that never close", "[".repeat(60_000), /more than 16 levels/],
    ["a field named twice", '{"a":1,"a":1}', /appears twice/],
    ["a field named twice with a comma's distance", '{"a":{"b":1},"a":2}', /appears twice/],
    ["a field named twice in two spellings", '{"a":1,"\\u0061":2}', /appears twice/],
    [
      "a field named twice with white space before its colon",
      `{"a"${" ".repeat(70)}:1,"a":2}`,
      /appears twice/,
    ],
    [
      "a field named twice, its long name shown without half a character",
      `{"${"n".repeat(63)}😀!":1,"${"n".repeat(63)}😀!":2}`,
      /n😀" appears twice/,
    ],
    ["a field named twice deep inside", '[{"x":[{"a":1,"b":2,"a":3}]}]', /appears twice/],
    ["__proto__", '{"__proto__":{"admin":true}}', /__proto__/],
    ["__proto__ in another spelling", '{"\\u005f_proto__":1}', /__proto__/],
    ["__proto__ with white space before its colon", `{"__proto__"${"\n".repeat(70)}:1}`, /__proto__/],
    ["a NUL character", '"a\\u0000"', /NUL/],
    ["a NUL character in a name", '{"a\\u0000":1}', /NUL/],
    ["half of a surrogate pair", '"\\ud83d"', /surrogate/],
    ["half of a surrogate pair in a name", '{"\\udc00":1}', /surrogate/],
    ["a number beyond a double", "1e999", /too large/],
    ["a number beyond a double, deep inside", '{"a":[-1e999]}', /too large/],
    ["NaN", "NaN", /well-formed/],
    ["a comment", "{} // done", /well-formed/],
  ])("%s", (_, body, reason) => {
    expect(outcome(body)).toEqual(refusedFor(reason));
  });
});
