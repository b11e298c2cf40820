import { expect, it } from "vitest";
import { nextBusinessDay } from "../../packages/dates/business-days";
import { formatShortDate } from "../../packages/dates/calendar";
import { api } from "../support/api";
import { daysAhead } from "../support/bodies";
import { type Html, heading, open, submit, title, words } from "../support/html-form";
import { collected } from "./collected";
import { atReview, made } from "./student";

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
  expect(heading(page)).toBe("$100.01 did not go through");
  expect(words(page)).toContain(
    "there was not enough money in the account that day. You pay no fee for this.",
  );
  await wait(14);
  expect(words(await plan())).toContain("no new one is made until you choose a date");
});

it("where nobody collects the plan, its page leads to the last one", async () => {
  const student = await atReview();
  await student.confirm();
  const answer = await api("server", null).get(`/e/${student.secret}/plan`);
  expect([answer.status, answer.headers.get("location")]).toEqual([307, `/e/${student.secret}/done`]);
  expect((await student.view()).collected).toBeNull();
});

/** Sends the page's form, and opens the page that it leads to. */
async function sent(page: Html, button: string, typed: Record<string, string> = {}) {
  const answer = await submit(page, button, typed);
  const next = answer.headers.get("location");
  return next ? open(new URL(next, page.url).href) : answer;
}

it("a pause and another day show what they do before they are made", async () => {
  const { home, plan } = await collected();
  const wrong = await sent(await open(`${home}/plan/change?kind=pause`), "See what this changes");
  expect(title(wrong)).toBe("Error: Pause your payments – Test College");
  expect(words(wrong).match(/Enter a date/g)).toHaveLength(2);

  const far = nextBusinessDay(daysAhead(60));
  const moving = await open(`${home}/plan/change?kind=move`);
  const shown = await sent(moving, "See what this changes", { number: "2", date: far });
  expect(words(shown)).toMatch(/Payment 2 of \$57\.69 moves from \w+day .+ to \w+day /);
  expect(words(shown)).toMatch(/Your last payment stays on .+\. The total stays \$1,500\.00\./);
  expect(words(shown)).toMatch(/You can change this again until \w+day /);
  expect(words(await plan()), "nothing is changed yet").not.toContain(formatShortDate(far));
  const moved = await sent(shown, "Move a payment");
  expect(words(moved)).toContain("Your change is made.");
  expect(words(moved)).toContain(`${formatShortDate(far)} Planned`);

  const pausing = await open(`${home}/plan/change?kind=pause`);
  const pause = await sent(pausing, "See what this changes", { date: daysAhead(100) });
  expect(words(pause)).toMatch(/Nothing more is debited before .+ Your last payment moves to /);
  expect(heading(await sent(pause, "Pause your payments"))).toBe("Your payments are paused");
  const resuming = await open(`${home}/plan/change?kind=resume`);
  expect(heading(await sent(resuming, "Resume your payments"))).toBe("Your payments");
});

it("after a failed payment a student chooses one of three dates", async () => {
  const { plan, wait } = await collected(260_026);
  await wait(20);
  const failed = await plan();
  expect(words(await sent(failed, "Continue")).match(/Select a date/g)).toHaveLength(2);
  const dates = [...failed.text.matchAll(/<input[^>]*name="date"[^>]*value="([\d-]+)"/g)].map(
    ([, date]) => date,
  );
  expect(dates).toHaveLength(3);
  const shown = await sent(failed, "Continue", { date: dates[1]! });
  expect(words(shown)).toMatch(/\$100\.01 is debited on \w+day /);
  const chosen = await sent(shown, "Debit on this date");
  expect(heading(chosen)).toBe("Your payments");
  expect(words(chosen)).toContain(`${formatShortDate(dates[1]!)} Planned`);
});

it("a payment that was handed over before the change was made is told so", async () => {
  const { home, plan, wait } = await collected();
  const moving = await open(`${home}/plan/change?kind=move`);
  const shown = await sent(moving, "See what this changes", {
    number: "1",
    date: nextBusinessDay(daysAhead(60)),
  });
  await wait(12);
  const late = await sent(shown, "Move a payment");
  expect(words(late)).toMatch(
    /can no longer be changed\. The first that you can still change is payment 2, on/,
  );
  expect(words(await plan())).toContain("This payment is on its way to your bank");
});
