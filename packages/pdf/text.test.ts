import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { loadFonts } from "./fonts";
import { printable, printableData, widthOf, wrapped } from "./text";

beforeAll(loadFonts);

describe("characters", () => {
  test("names in Latin, Vietnamese, Greek and Cyrillic letters are printed as they are", () => {
    for (const name of [
      "Zoë Łukasiewicz",
      "Nguyễn Thị Phương",
      "Αλέξανδρος",
      "Владимир Ђорђевић",
      "Oʼneil",
    ]) {
      expect(printable(name)).toBe(name);
    }
  });

  test("a letter and its accent become the one character that the typeface has", () => {
    expect(printable("Nguye\u0302\u0303n")).toBe("Nguyễn");
  });

  test("characters that no typeface here has are written as their numbers, a run of them in one bracket", () => {
    expect(printable("🙂🙂 Lee")).toBe("[U+1F642 U+1F642] Lee");
    expect(printable("Ann 🙂")).toBe("Ann [U+1F642]");
  });

  test("characters that are invisible or turn the direction of text are shown", () => {
    expect(printable("Ann\u202eeel")).toBe("Ann[U+202E]eel");
    expect(printable("An\u200bn\u00ad")).toBe("An[U+200B]n[U+00AD]");
  });

  test("every string of a model is made printable, and only a change is reported", () => {
    expect(printableData({ a: ["x", { b: "🙂" }], n: 1, none: null })).toEqual({
      data: { a: ["x", { b: "[U+1F642]" }], n: 1, none: null },
      changed: true,
    });
    expect(printableData({ a: "Nguye\u0302\u0303n" })).toEqual({ data: { a: "Nguyễn" }, changed: false });
  });
});

describe("lines", () => {
  test("no line is wider than its column and no letter is lost or added", () => {
    const word = fc.string({ unit: fc.constantFrom(..."aWil.,@-/ễЖΩ9"), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), fc.integer({ min: 40, max: 500 }), (words, width) => {
        const text = words.join(" ");
        const result = wrapped(text, width, 8.5);
        for (const line of result.split("\n"))
          expect(widthOf(line.trimEnd(), 8.5)).toBeLessThanOrEqual(width);
        expect(result.replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });

  test("a word that fits its column stays whole", () => {
    const lines = wrapped("Diploma of Interdisciplinarity and Responsibility", 80, 8.5).split("\n");
    expect(lines).toContain("Interdisciplinarity ");
  });

  test("a word wider than its column breaks after a separator where it has one", () => {
    expect(wrapped("2001:db8:85a3:8d3:1319:8a2e:370:7348", 118, 8.5).split("\n")[0]).toMatch(/:$/);
  });

  test("a line ends with a space where words do, and without one within a word", () => {
    const address = "2001:db8:85a3:8d3:1319:8a2e:370:7348";
    const result = wrapped(`The address was ${address} on that day`, 118, 8.5);
    expect(result).toMatch(/\n/);
    expect(result.replaceAll("\n", "")).toBe(`The address was ${address} on that day`);
  });

  test("a last line of one word gets company", () => {
    const text = "It was accepted and recorded on the day";
    const alone = widthOf("It was accepted and recorded on the", 8.5) + 1;
    expect(wrapped(text, alone, 8.5).split("\n").at(-1)).toBe("the day");
  });

  test("a date with no-break spaces stays together and is printed with ordinary ones", () => {
    const date = "24\u00a0November\u00a02026";
    const width = widthOf(`was recorded ${date}`, 8.5) - 1;
    expect(wrapped(`was recorded ${date}`, width, 8.5)).toBe("was recorded \n24 November 2026");
  });
});
