import { describe, expect, it } from "vitest";
import { privacyOf, refundsOf, SAMPLE_PRIVACY, SAMPLE_REFUNDS, SAMPLE_TERMS, termsOf } from "./terms";

const own = (terms: string) => termsOf({ terms, termsVersion: "2027-01" });
const paragraphs = (text: string) => own(text).sections.flatMap((section) => section.paragraphs);

describe("the Terms of a provider", () => {
  it("without a text of its own are the sample, which says so in its version", () => {
    expect(termsOf({ terms: null, termsVersion: null })).toBe(SAMPLE_TERMS);
    expect(SAMPLE_TERMS.version).toMatch(/^sample-/);
  });

  it("with a text of its own are that text under its own version", () => {
    expect(own("You pay once.")).toEqual({
      version: "2027-01",
      sections: [{ key: "terms", heading: "Terms and Conditions", paragraphs: ["You pay once."] }],
    });
  });

  it.each([
    ["an empty line", "One.\n\nTwo."],
    ["several empty lines", "One.\n\n\n\nTwo."],
    ["a line of spaces", "One.\n \t \nTwo."],
    ["the line ends of Windows", "One.\r\n\r\nTwo."],
    ["spaces around", "\n\n  One.  \n\n  Two.\n\n"],
  ])("part at %s into paragraphs", (_, text) => {
    expect(paragraphs(text)).toEqual(["One.", "Two."]);
  });

  it("keep a single line break within its paragraph", () => {
    expect(paragraphs("One\ngoes on.\n\nTwo.")).toEqual(["One\ngoes on.", "Two."]);
  });

  it("have keys that differ, so that a page can link to a section", () => {
    const keys = SAMPLE_TERMS.sections.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it("a provider without texts of its own has the samples, which say so in their versions", () => {
  expect(privacyOf({ privacy: null, privacyVersion: null })).toBe(SAMPLE_PRIVACY);
  expect(refundsOf({ refunds: null, refundsVersion: null })).toBe(SAMPLE_REFUNDS);
  for (const { version } of [SAMPLE_PRIVACY, SAMPLE_REFUNDS]) expect(version).toMatch(/^sample-/);
});

it("a provider's own texts stand under their own versions", () => {
  expect(privacyOf({ privacy: "One.\n\nTwo.", privacyVersion: "2027-01" })).toEqual({
    version: "2027-01",
    sections: [{ key: "privacy", heading: "Privacy policy", paragraphs: ["One.", "Two."] }],
  });
  expect(refundsOf({ refunds: "One.", refundsVersion: "2027-02" }).version).toBe("2027-02");
});
