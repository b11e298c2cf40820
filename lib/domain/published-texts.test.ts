import { expect, it } from "vitest";
import { privacyOf, refundsOf, SAMPLE_PRIVACY, SAMPLE_REFUNDS } from "./published-texts";

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
