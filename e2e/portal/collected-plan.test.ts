import { expect, inject, it } from "vitest";
import { makeAccount } from "../support/accounts";
import { api } from "../support/api";
import { advance } from "../support/collection";
import { heading, open, title, words } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { testVault } from "../support/setup-page";
import { atReview, made } from "./student";

/** A student with 26 fortnightly payments that we collect. At $100.01 the sandbox's bank says that there is too little money. */
async function collected(priceCents = 150_000) {
  const college = await makeProvider();
  await makeAccount({ db: database(), vault: testVault() }, college, ["unused-secret"]);
  const student = await atReview({ college, priceCents });
  await student.confirm();
  const client = api("server", college.key);
  const home = `${inject("stack").doors.server}/e/${student.secret}`;
  return { student, home, plan: () => open(`${home}/plan`), wait: (days: number) => advance(client, days) };
}

it("a student sees what is paid, what comes next, and what became of each payment", async () => {
  const { home, plan, wait, student } = await collected();
  expect((await open(`${home}/done`)).text).toContain(`${new URL(home).pathname}/plan"`);
  const signed = await plan();
  expect(title(signed)).toBe("Your payments – Test College");
  expect(words(signed)).toMatch(/You have paid \$0\.00 of \$1,500\.00\. Next: \$57\.69 on \w+day \d+ \w+/);
  expect(words(signed)).toMatch(/You can change it until \w+day \d+ \w+/);
  expect(words(signed)).toContain("Your account: 000-000 ending 456");
  expect(words(signed)).not.toMatch(/On its way|Paid \$/);
  await wait(30);
  const later = words(await plan());
  expect(later).toMatch(/You have paid \$57\.69 of \$1,500\.00\./);
  expect(later).toContain("This payment is on its way to your bank and can no longer be changed.");
  expect((await made(() => student.portal.calendar(student.secret))).content).toContain("payment 26 of 26");
});

it("a payment that failed is the headline, with why, and without a fee", async () => {
  const { plan, wait } = await collected(260_026);
  await wait(20);
  const page = await plan();
  expect(heading(page)).toBe("Your payment of $100.01 did not go through");
  expect(words(page)).toContain(
    "there was not enough money in the account that day. You pay no fee for this.",
  );
  await wait(14);
  expect(words(await plan())).toContain("nothing more is debited until you choose a date");
});

it("where nobody collects the plan, its page leads to the last one", async () => {
  const student = await atReview();
  await student.confirm();
  const answer = await api("server", null).get(`/e/${student.secret}/plan`);
  expect([answer.status, answer.headers.get("location")]).toEqual([307, `/e/${student.secret}/done`]);
  expect((await student.view()).collected).toBeNull();
});
