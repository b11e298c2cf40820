import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { dda } from "../../drizzle/schema";
import { setupSession } from "../../lib/crypto/setup-session";
import { type Html, heading, open, submit, words } from "../support/html-form";
import { authorise, continueWith, testVault } from "../support/setup-page";
import { collected } from "./collected";

/** Sends the page's form, and opens the page that it leads to. */
async function sent(page: Html, button: string) {
  const answer = await submit(page, button);
  const next = answer.headers.get("location");
  if (!next) return answer;
  // The page's own server, wherever its settings say that it is.
  const { pathname, search } = new URL(next, page.url);
  return open(new URL(pathname + search, page.url).href);
}

const toPage = async (page: Html) => sent(page, "Continue");

it("a student whose account was closed gives another one, and then chooses a date", async () => {
  // At $100.03 the sandbox's bank says that the account is closed.
  const { home, plan, wait } = await collected(260_078);
  await wait(20);
  const held = await plan();
  expect(heading(held)).toBe("$100.03 did not go through");
  expect(words(held)).toContain("To go on, your payments need another account. Give another account");
  const shown = await open(`${home}/plan/change?kind=new_account`);
  expect(words(shown)).toContain("Until you have authorised it, nothing changes.");
  const page = await toPage(shown);
  expect(heading(page)).toMatch(/^Set up a Direct Debit Request with /);
  expect(words(page)).toContain("in the place of 000-000 ending 456");
  const check = await continueWith(page, { accountNumber: "000 123 789" });
  expect(words(check)).toMatch(/Still to pay \$2,600\.78/);
  const inAnotherTab = await continueWith(page, { accountNumber: "000 123 111" });
  const done = await authorise(check);
  expect(heading(done)).toBe("Your new account is set up");
  expect(done.text).toContain('/plan"');
  expect(heading(await authorise(check)), "the same form again").toBe("Another account was already given");
  expect(words(await authorise(inAnotherTab))).toContain("062-000 ending 789");

  const after = words(await plan());
  expect(after).toContain("Your account: 062-000 ending 789");
  expect(after).toContain("You have given another account since. You pay no fee for this.");
  expect(after).toContain("When can we try again?");
});

it("the address of the first account takes no other, before and after somebody asked for one", async () => {
  const { home, student } = await collected();
  const [plan] = await student.checkouts();
  const [authority] = await student.db.select().from(dda).where(eq(dda.checkoutId, plan!.id));
  const first = `${new URL(home).origin}/api/dd-setup?session=${setupSession(testVault(), authority!)}`;
  expect(heading(await open(first))).toBe("This payment plan is already confirmed");
  const page = await toPage(await open(`${home}/plan/change?kind=new_account`));
  expect(page.status).toBe(200);
  expect((await open(first)).status).toBe(404);
});
