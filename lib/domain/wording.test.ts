import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  AGREEMENT_SECTIONS,
  AUTHORITY_STATEMENT,
  DECLARATIONS,
  DIRECT_DEBIT_REQUEST,
  SERVICE_AGREEMENT,
  WORDING_VERSION,
} from "./wording";

const PROVIDER = "Harbour College";
const sections = [...SERVICE_AGREEMENT, ...AGREEMENT_SECTIONS];

/** The words that each version stands for; a line is added for a new version and none is ever changed. */
const PUBLISHED = {
  "2026-11": "8b09401e707827270fdac72ca72801f228a2bbe0a7e75d77f5cb10bc88df7d1a",
  "2026-11-24": "84589a3ca2c7c0d8dbe2503d4943779b40bfcdef5f221f477e05de61b4bc15a5",
} as const;

describe("wording", () => {
  it("never changes under a version that has been published", () => {
    const words = [
      DECLARATIONS,
      DIRECT_DEBIT_REQUEST.text("own", PROVIDER),
      SERVICE_AGREEMENT,
      AGREEMENT_SECTIONS,
    ];
    const hash = createHash("sha256").update(JSON.stringify(words)).digest("hex");
    expect(hash).toBe(PUBLISHED[WORDING_VERSION]);
    expect(DIRECT_DEBIT_REQUEST.version("own")).toBe(WORDING_VERSION);
  });

  it.each([
    ["own", `authorise ${PROVIDER} to arrange, through its own financial institution,`, WORDING_VERSION],
    ["stripe", "authorise Stripe Payments Australia Pty Ltd, the debit user,", `${WORDING_VERSION}-stripe`],
    ["pinch", "authorise Pinch Payments, the debit user,", `${WORDING_VERSION}-pinch`],
  ] as const)(
    "lets the request name who debits (%s) and end with the holder's own statement",
    (user, who, version) => {
      const text = DIRECT_DEBIT_REQUEST.text(user, PROVIDER);
      expect(text).toContain(who);
      expect(text).toContain(PROVIDER);
      expect(DIRECT_DEBIT_REQUEST.version(user)).toBe(version);
      expect(text.endsWith(`${AUTHORITY_STATEMENT}.`)).toBe(true);
      expect(AUTHORITY_STATEMENT).toBe(
        "I am an account holder or authorised signatory and I authorise these debits",
      );
    },
  );

  it("covers what the agreement promises to cover", () => {
    expect(AGREEMENT_SECTIONS.map(({ key }) => key)).toEqual([
      "missed_payment_and_hardship",
      "withdrawal_and_refund",
      "privacy",
      "complaints",
    ]);
    const all = sections.flatMap(({ paragraphs }) => paragraphs).join(" ");
    for (const promise of [
      "14 days",
      "0% a year",
      "no fees",
      "Privacy Act 1988",
      "Australian Consumer Law",
    ]) {
      expect(all).toContain(promise);
    }
  });

  it("uses only characters that the agreement's fonts can draw, and no stray space", () => {
    for (const text of sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])) {
      expect(text).toMatch(/^[\x20-\x7e’“”]+$/);
      expect(text).toBe(text.trim());
      expect(text).not.toContain("  ");
    }
  });
});
