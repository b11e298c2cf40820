import { describe, expect, it } from "vitest";
import { SUBMISSIONS_AN_HOUR } from "../../../lib/db/setup";
import { heading, inputs, open, title, words } from "../../support/html-form";
import {
  ACCOUNT,
  authorise,
  bankOf,
  continueWith,
  plansAt,
  setupUrl,
  stored,
} from "../../support/setup-page";

const QUESTION = (bsb: string) =>
  `We do not know a bank with the BSB ${bsb}. Check it. If it is right, continue with it.`;
const CHECK = "Check your details and authorise";

const { plan } = plansAt("Test College");

describe("the bank of a BSB, without JavaScript", () => {
  it.each([
    ["062-000", "Commonwealth Bank"],
    ["000-000", "Sandbox test bank"],
  ])(
    "%s stands where the details are checked, and beside the field on the way back: %s",
    async (bsb, bank) => {
      const second = await continueWith(await open(setupUrl("server", await plan())), { bsb });
      expect(heading(second)).toBe(CHECK);
      expect(words(second)).toContain(`${bsb} ${bank}`);
      const refused = await continueWith(await open(second.url), { bsb, accountNumber: "1" });
      expect(words(refused)).toContain(bank);
    },
  );

  it("is asked about once where nobody is known to have it, with all answers kept, and then accepted", async () => {
    const scene = await plan();
    const asked = await continueWith(await open(setupUrl("server", scene)), { bsb: "999 999" });
    expect(title(asked)).toMatch(/^Error: Set up/);
    // Above the form, and by its field.
    expect(words(asked).split(QUESTION("999-999"))).toHaveLength(3);
    expect(inputs(asked)).toMatchObject({ ...ACCOUNT, bsb: "999 999" });
    expect((await stored(scene)).dda.setupStartedAt).toBeNull();
    const second = await continueWith(asked, { bsb: "999-999" });
    expect(heading(second)).toBe(CHECK);
    await authorise(second);
    expect(await bankOf(scene)).toMatchObject({ bsb: "999999" });
  });

  it("stays accepted while other fields are corrected, and gives way to the bank of another BSB", async () => {
    const asked = await continueWith(await open(setupUrl("server", await plan())), { bsb: "999-999" });
    const refused = await continueWith(asked, { bsb: "999-999", accountNumber: "1" });
    expect(title(refused)).toMatch(/^Error: Set up/);
    expect(words(refused)).not.toContain(QUESTION("999-999"));
    const other = await continueWith(refused, { bsb: "063-000", accountNumber: "1" });
    expect(words(other)).toContain("Commonwealth Bank");
  });

  it("is asked about again where another unknown one comes instead, and not counted as a submission", async () => {
    let page = await open(setupUrl("server", await plan()));
    for (let number = 0; number <= SUBMISSIONS_AN_HOUR; number++) {
      page = await continueWith(page, { bsb: `99999${number}` });
      expect(words(page)).toContain(QUESTION(`999-99${number}`));
    }
    expect(heading(await continueWith(page, { bsb: "062-000" }))).toBe(CHECK);
  });
});
