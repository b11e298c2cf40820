import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dda } from "../../drizzle/schema";
import type { DebitUser } from "../../lib/domain/wording";
import type { DebitAccount } from "../../lib/gateway/debit-port";
import { findSession, openPage } from "../../lib/setup-page/open";
import { submit } from "../../lib/setup-page/submit";
import { atBank, type Student } from "./student";

const NOWHERE = { parentOrigin: null, returnUrl: null };
const BANK = { accountName: "Mei Chen", bsb: "000-000", accountNumber: "000123456", authorisesAlone: "yes" };

const accountOf = (debitUser: DebitUser, statementName: string | null) =>
  ({
    ...{ id: `gwa_${debitUser}`, mode: "test", debitUser, statementName },
    register: async () => ({ status: "registered", reference: "ref" }),
  }) as Partial<DebitAccount> as DebitAccount;

/** The hosted page of a student whose provider's debits go through the accounts, one after the other. */
async function setup(student: Student) {
  const session = new URL((await student.view()).setupUrl!).searchParams.get("session")!;
  let account: DebitAccount | null = null;
  const debits = { of: async () => account, byId: async () => account };
  const deps = { ...student.deps, debits };
  const visitor = { requestId: null, ipAddress: "127.0.0.1", userAgent: "test" };
  const row = async () => (await findSession(deps, session))!;
  return {
    debitsThrough: (next: DebitAccount | null) => (account = next),
    open: async () => openPage(deps, await row(), NOWHERE),
    async post(values: Record<string, string>) {
      const form = new FormData();
      for (const [name, value] of Object.entries({ session, ...values })) form.set(name, value);
      return submit(deps, await row(), { session, form, visitor });
    },
  };
}

it("a student reads who debits and the name on the bank statement, and both are kept with the words they read", async () => {
  const student = await atBank();
  const page = await setup(student);
  page.debitsThrough(accountOf("stripe", "HARBOUR FEES"));
  const { request } = await page.open();
  expect(request).toMatchObject({
    debitedBy: "Stripe Payments Australia Pty Ltd",
    statementName: "HARBOUR FEES",
    text: expect.stringContaining("on behalf of Test College"),
  });
  const checked = await page.post({ intent: "check", ...BANK });
  if (checked.state !== "check") throw new Error(`not the second step but ${checked.state}`);
  const answer = { intent: "authorise", sealed: checked.sealed, authorised: "yes", request: request.sha256 };

  page.debitsThrough(accountOf("pinch", "HARBOUR FEES"));
  expect(await page.post(answer)).toMatchObject({
    state: "check",
    notice: "The Direct Debit Request has changed. Read it again before you authorise.",
  });
  const again = (await page.open()).request;
  expect(await page.post({ ...answer, request: again.sha256 })).toMatchObject({ state: "authorised" });

  const [stored] = await student.db.select().from(dda).where(eq(dda.providerId, student.college.id));
  expect(stored).toMatchObject({
    ...{ authorityText: again.text, authorityVersion: again.version, statementName: "HARBOUR FEES" },
    debitGateway: "gwa_pinch",
  });
  expect((await student.view()).bank).toMatchObject({ request: again.text, statementName: "HARBOUR FEES" });
  page.debitsThrough(null);
  expect((await page.open()).statementName, "as the student was told, whoever debits now").toBe(
    "HARBOUR FEES",
  );
});
