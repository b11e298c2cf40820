import { eq } from "drizzle-orm";
import { describe, expect, inject, it } from "vitest";
import { dda } from "../../drizzle/schema";
import { enrolmentSecret } from "../../lib/crypto/enrolment-link";
import { api } from "../support/api";
import { newCanaries } from "../support/canaries";
import { heading, inputs, open, submit, words } from "../support/html-form";
import { authorise, continueWith, testVault } from "../support/setup-page";
import { atBank, BY_CARD, BY_PLAN, DETAILS, newVisit, type Student } from "./student";

const CHECK = "Check your details and authorise";
const OTHER = { ...BY_PLAN, numberOfInstalments: "10" };

const opened = (setupUrl: string) => {
  const { pathname, search } = new URL(setupUrl);
  return open(new URL(pathname + search, inject("stack").doors.server).href);
};

const bankPage = async (student: Student, secret = student.secret) =>
  opened((await student.portal.view(secret))!.setupUrl!);

/** A student who has authorised an account and then changed the plan. */
async function afterChange() {
  const student = await atBank();
  const { bank } = newCanaries();
  await authorise(await continueWith(await bankPage(student), bank));
  expect(await student.step()).toBe("review");
  expect(await student.choose(OTHER)).toEqual({ ok: true, step: "bank" });
  return { student, bank, shownBsb: `${bank.bsb.slice(0, 3)}-${bank.bsb.slice(3)}` };
}

const authoritiesOf = async (student: Student) =>
  student.db.select().from(dda).where(eq(dda.providerId, student.college.id)).orderBy(dda.createdAt);

/** The name is the one that the portal knows. */
const ANEW = { accountName: `${DETAILS.firstName} ${DETAILS.lastName}`, bsb: "", accountNumber: "" };

describe("a student who changes the plan after the bank was authorised", () => {
  it("finds the account again, sees its number nowhere, and authorises the new amounts", async () => {
    const { student, bank, shownBsb } = await afterChange();
    const first = await bankPage(student);
    const ending = bank.accountNumber.slice(-3);
    expect(inputs(first)).toMatchObject({
      accountName: bank.accountName,
      bsb: shownBsb,
      accountNumber: "",
      authorisesAlone: "yes",
    });
    expect(words(first)).toContain(`Leave it empty to use the account ending ${ending}`);
    const second = await submit(first, "Continue");
    expect(heading(second)).toBe(CHECK);
    expect(words(second)).toContain(`Account number Ending ${ending}`);
    expect(words(second)).toContain("10 fortnightly payments of $150.00");
    const unticked = await submit(second, "Authorise direct debit");
    expect(words(unticked)).toContain("Confirm that you authorise these debits");
    const back = await submit(unticked, "Change bank details");
    for (const page of [first, second, unticked, back]) expect(page.text).not.toContain(bank.accountNumber);
    expect((await student.view()).bank).toBeNull();

    await authorise(await submit(back, "Continue"));
    expect(await student.step()).toBe("review");
    const [former, now] = await authoritiesOf(student);
    expect([former!.status, now!.status]).toEqual(["Cancelled", "Authorised"]);
    const sealed = { keyVersion: now!.bankKeyVersion!, bytes: now!.bankSealed! };
    const opened = testVault().open("bank-details", now!.id, sealed);
    expect(JSON.parse(Buffer.from(opened).toString())).toEqual(bank);
  });

  it("keeps it over several changes, and over a look at the card", async () => {
    const { student, shownBsb } = await afterChange();
    await student.choose(BY_CARD);
    await student.choose({ ...OTHER, frequency: "Monthly" });
    await student.saveDetails({ ...DETAILS, lastName: "Tran" });
    await student.choose(BY_PLAN);
    expect(inputs(await bankPage(student))).toMatchObject({ bsb: shownBsb });
  });

  it("types the number of another account: it belongs to its BSB", async () => {
    const { student, bank } = await afterChange();
    const refused = await submit(await bankPage(student), "Continue", { bsb: "012-002" });
    expect(words(refused)).toContain("Enter the account number");
    const second = await submit(refused, "Continue", { accountNumber: "12345678" });
    expect(words(second)).toContain("Account number 12345678");
    expect(second.text).not.toContain(bank.accountNumber);
  });
});

describe("the former account is offered to nobody", () => {
  it("who has the link from the API, though the student's own page offers it", async () => {
    const { student, bank, shownBsb } = await afterChange();
    const { checkoutId } = await student.view();
    const { body } = await api("server", student.college.key).status(checkoutId!);
    const page = await opened(body.direct_debit.setup_url);
    expect(inputs(page)).toMatchObject(ANEW);
    expect(page.text).not.toContain(bank.accountName);
    const refused = await submit(page, "Continue", { bsb: shownBsb, authorisesAlone: "yes" });
    expect(words(refused)).toContain("Enter the account number");
    expect(inputs(await bankPage(student))).toMatchObject({ bsb: shownBsb });
  });

  it("who looks by a newer link, which counts as used once something is sent by it", async () => {
    const { student, bank, shownBsb } = await afterChange();
    const newer = enrolmentSecret(student.deps.vault, await student.answers(), 2);
    const page = await bankPage(student, newer);
    expect(inputs(page)).toMatchObject(ANEW);
    expect(page.text).not.toContain(bank.accountName);
    const refused = await submit(page, "Continue", { bsb: shownBsb, authorisesAlone: "yes" });
    expect(words(refused)).toContain("Enter the account number");
    expect(inputs(await bankPage(student))).toMatchObject({ bsb: shownBsb });
  });

  it.each<[string, (student: Student) => Promise<string | undefined>]>([
    [
      "who asked for another account",
      async (student) => {
        await authorise(await submit(await bankPage(student), "Continue"));
        const { checkoutId } = await student.view();
        await student.portal.changeAccount(newVisit(), student.secret, checkoutId!);
        return undefined;
      },
    ],
    [
      "with another address, who may be somebody else",
      async (student) => {
        await student.saveDetails({ ...DETAILS, email: "other@example.com" });
        await student.choose(BY_PLAN);
        return undefined;
      },
    ],
    [
      "who came by a newer link",
      async (student) => {
        const newer = enrolmentSecret(student.deps.vault, await student.answers(), 2);
        await student.portal.choosePayment(newVisit(), newer, BY_PLAN);
        return newer;
      },
    ],
    [
      "a day later",
      async (student) => {
        const [former] = await authoritiesOf(student);
        const yesterday = new Date(Date.now() - 25 * 3_600_000);
        await student.db.update(dda).set({ updatedAt: yesterday }).where(eq(dda.id, former!.id));
        return undefined;
      },
    ],
  ])("%s", async (_, happens) => {
    const { student, bank } = await afterChange();
    const secret = (await happens(student)) ?? student.secret;
    const page = await bankPage(student, secret);
    expect(inputs(page)).toMatchObject(ANEW);
    expect(words(page)).toContain("Usually 6 to 9 digits");
    expect(page.text).not.toContain(bank.accountName);
  });
});
