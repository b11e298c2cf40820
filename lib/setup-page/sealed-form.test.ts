import { describe, expect, it } from "vitest";
import { createVault } from "../crypto/vault";
import { FORM_LIVES_MS, openForm, sealForm } from "./sealed-form";

const vault = createVault(`1:${Buffer.alloc(32, 1).toString("base64")}`);
const NOW = new Date("2026-11-21T00:00:00Z");
const VALUES = {
  accountName: "Amelia Nguyen",
  bsb: "062000",
  accountNumber: "000123456",
  authorisesAlone: "yes",
};
const later = (ms: number) => new Date(NOW.getTime() + ms);

describe("the sealed form field", () => {
  const field = sealForm(vault, "dds_a", VALUES, NOW);

  it("gives the answers back for half an hour, and not a moment longer", () => {
    expect(openForm(vault, "dds_a", field, later(FORM_LIVES_MS))).toEqual(VALUES);
    expect(openForm(vault, "dds_a", field, later(FORM_LIVES_MS + 1))).toBeNull();
  });

  it("shows nothing of the account", () => {
    const bytes = Buffer.from(field.split(".")[1]!, "base64url").toString("latin1");
    for (const text of [field, bytes]) expect(text).not.toMatch(/123456|062000|Amelia/);
  });

  it("does not open in another session", () => {
    expect(openForm(vault, "dds_b", field, NOW)).toBeNull();
  });

  it("does not open once it was altered, whatever came instead", () => {
    const [version, sealed] = field.split(".") as [string, string];
    const flipped = sealed.replace(/^./, (first) => (first === "A" ? "B" : "A"));
    for (const wrong of [
      "",
      "1.",
      version,
      `2.${sealed}`,
      `1.${flipped}`,
      `1.${sealed}AAAA`,
      "1.AAAA",
      "x".repeat(9_000),
    ])
      expect(openForm(vault, "dds_a", wrong, NOW), wrong.slice(0, 60)).toBeNull();
  });
});
