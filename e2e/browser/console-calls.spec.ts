import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { formatDate, formatShortDate } from "../../packages/dates/calendar";
import { ok } from "../support/answer";
import type { Api } from "../support/api";
import { makeCollege } from "../support/browser/college";
import {
  makeEnrolment,
  planBegun,
  planCancelled,
  planCollected,
  TOO_LITTLE_MONEY,
  wait,
} from "../support/browser/enrolment";
import { test as base, expect } from "../support/browser/test";
import { askRefund } from "../support/refunds";
import { confirmedPlan, payNow } from "../support/scenes";
import { sharedStack, shareStack } from "../support/shared";
import { startStack } from "../support/stack";
import { member, PASSWORD } from "../support/staff";

const MOST_CLICKS = 3;
const SEARCH = "Find a student or payment";

/** A stack of the test's own, which keeps the emails that the others do not make. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, give) => {
    const shared = sharedStack();
    const { details, stop } = await startStack(shared.databaseUrl, { MAIL_KEEP: "on" }, ["server"]);
    shareStack(details);
    await give(details.doors.server);
    shareStack(shared);
    await stop();
  },
  // After the stack.
  provider: async ({ baseURL }, give) => {
    expect(baseURL).toBeTruthy();
    await give(await makeCollege());
  },
});

/** Staff at the desk, who count their clicks from the search box on. */
class Desk {
  clicks = 0;
  constructor(readonly page: Page) {}

  async press(name: string | RegExp, role: "button" | "link" = "link"): Promise<void> {
    this.clicks += 1;
    await this.page.getByRole(role, { name }).first().click();
  }

  /** From any page of the console: a key leads to the search box, once the page's script has come. */
  async find(text: string): Promise<void> {
    const box = this.page.getByLabel(SEARCH);
    await expect(async () => {
      await this.page.keyboard.press("/");
      await expect(box).toBeFocused({ timeout: 1_000 });
    }).toPass();
    await box.fill(text);
    this.clicks = 0;
    await this.press("Search", "button");
  }

  /** The student's page, which the search's list leads to. */
  async open(text: string, student: string): Promise<void> {
    await this.find(text);
    await this.press(student);
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText(student);
  }

  async reads(...answer: (string | RegExp)[]): Promise<void> {
    for (const words of answer)
      await expect(this.page.getByRole("main").getByText(words).first()).toBeVisible();
    expect(this.clicks).toBeLessThanOrEqual(MOST_CLICKS);
  }
}

const student = (first_name: string) => ({
  student: { first_name, last_name: "Okafor", email: `${first_name.toLowerCase()}@example.com` },
});

/** A plan that the service collects, whose first payment was debited and whose agreement is made. */
async function signed(api: Api, provider: Parameters<typeof confirmedPlan>[1]) {
  const { id } = await confirmedPlan(api, provider, student("Petra"));
  const sha256 = async () => (await api.status(id)).body.agreement.sha256;
  await expect.poll(sha256).toMatch(/^[0-9a-f]{64}$/);
  await wait(api, 20);
  const { body } = ok(await api.get(`/v1/provider-checkouts/${id}/payment-plan`));
  return { id, sha256: await sha256(), firstDebit: body.instalments[0].debits[0].date };
}

test("ten calls, each answered in at most three clicks", async ({ page, api, provider }) => {
  const bounced = await planCollected(api, provider, TOO_LITTLE_MONEY);
  const plan = await signed(api, provider);
  const [first] = [
    await payNow(api, provider, "visa", student("Olive")),
    await payNow(api, provider, "visa", student("Olive")),
  ];
  const [begun, lost] = [await makeEnrolment(provider, "card"), await planBegun(api, provider)];
  const cancelled = await planCancelled(api, provider);
  const { id: refunded } = await payNow(api, provider, "visa", student("Rufus"));
  ok(await askRefund(api, refunded, 100), 201);
  const { email } = await member({ providerId: provider.id, role: "support" });
  const home = `/console/${provider.code}`;
  await page.goto(`/console/sign-in?next=${home}`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByLabel(SEARCH)).toBeVisible();
  const desk = new Desk(page);

  await test.step("I paid twice", async () => {
    await desk.open("olive@example.com", "Olive Okafor");
    await desk.reads(
      `Another checkout of this student is paid: $1,500.00 for Certificate IV in Bookkeeping, ${first.orderId}.`,
    );
    await desk.press("Grant a refund");
    await desk.reads("Amount");
  });
  await test.step("I lost my link", async () => {
    await desk.find(begun.reference);
    await desk.reads(/A student who lost the link can ask for a new one: http.*\/link$/);
    await desk.open(lost.reference, "Amelia Nguyen");
    await desk.press("Send a new link");
    await desk.reads("The student gets a new link to the enrolment by email, at amelia@example.com.");
  });
  await test.step("It says cancelled", async () => {
    await desk.open(cancelled.reference, "Amelia Nguyen");
    await desk.reads(/^The checkout was cancelled: .*, by your system\.$/, /nothing will be debited/);
  });
  await test.step("You never wrote to me", async () => {
    await desk.open("rufus okafor", "Rufus Okafor");
    await desk.reads(/^Receipt/, /to rufus@example\.com$/);
  });
  await test.step("Which account is it?", async () => {
    await desk.open("petra", "Petra Okafor");
    await desk.reads(/^Yes: \d{3}-\d{3} ending \d{3}\. The student agreed to it on /);
  });
  await test.step("Stop next week's payment", async () => {
    await desk.open("petra okafor", "Petra Okafor");
    await desk.reads(/^Next: \$57\.69 on .* It can be stopped until /);
    await desk.press("Pause the debits");
    await desk.reads("Pause until");
  });
  await test.step("My payment bounced, what now?", async () => {
    await desk.open(bounced.reference, "Amelia Nguyen");
    await desk.reads(
      /^Overdue: \$100\.01 .* It failed because there was not enough money in the account\.$/,
      "What is overdue is debited again once you, or the student on their page, choose a new date for it.",
    );
    await desk.press("Debit a failed payment again");
    await desk.reads("New day");
  });
  await test.step("Did you get my refund?", async () => {
    await desk.open("rufus@example.com", "Rufus Okafor");
    await desk.reads(/^\$100\.00 was refunded on .*\. A bank can take 10 business days to show it\.$/);
  });
  await test.step("What did I sign?", async () => {
    await desk.open("petra okafor", "Petra Okafor");
    await desk.reads(/^Signed .*, version /, new RegExp(`SHA-256 ${plan.sha256}$`));
    const download = page.waitForEvent("download");
    await desk.press("Download the signed agreement");
    const file = await readFile(await (await download).path());
    expect(createHash("sha256").update(file).digest("hex")).toBe(plan.sha256);
    expect(desk.clicks).toBe(3);
  });
  await test.step("My bank asks about $57.69 on that day", async () => {
    const day = formatDate(plan.firstDebit).replace(/ \d{4}$/, "");
    await desk.open(`$57.69 on ${day}`, "Petra Okafor");
    await desk.reads(/^The student’s bank statement shows /);
    const row = page.getByRole("row").filter({ hasText: formatShortDate(plan.firstDebit) });
    await expect(row).toContainText("Paid");
  });
});
