import { formatMoney } from "@/lib/domain/money";
import type { PlanChange } from "@/lib/domain/plan-changes";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import { formatDate, formatDay } from "@/packages/dates/calendar";

/** Each is the page's title and the name of the button that makes the change. */
export const CHANGE_TITLES = {
  pause: "Pause your payments",
  resume: "Resume your payments",
  move: "Move a payment",
  retry: "Choose a new date",
  new_account: "Give another account",
} as const;

const lastDay = ({ payments }: PlanPage) =>
  payments
    .map(({ debitDate }) => debitDate)
    .sort()
    .at(-1) ?? "";

/** What a change does, each a sentence, and until when it can be undone. */
export function whatChanges(asked: PlanChange, before: PlanPage, after: PlanPage): string[] {
  const { today } = before;
  const day = (date: string) => formatDay(date, today);
  const said: string[] = [];
  const number = "number" in asked ? asked.number : null;
  const [was, becomes] = [before, after].map((page) => page.payments.find((one) => one.number === number));
  const amount = formatMoney(becomes?.amountCents ?? 0);
  if (asked.kind === "move" && was)
    said.push(`Payment ${number} of ${amount} moves from ${day(was.debitDate)} to ${day(asked.date)}.`);
  if (asked.kind === "retry") said.push(`${amount} is debited on ${day(asked.date)}.`);
  if (asked.kind === "resume") said.push("Your dates stay as they are. To pay earlier, move a payment.");
  if (asked.kind === "new_account")
    said.push("You give the other account on the next page. Until you have authorised it, nothing changes.");
  if (asked.kind === "new_account" && before.failed)
    said.push(
      before.failed.count === 1
        ? `The ${formatMoney(before.failed.amountCents)} that did not go through waits until you choose a date.`
        : `The ${before.failed.count} payments that did not go through wait until you choose a date for each.`,
    );
  if (asked.kind === "pause") said.push(`Nothing more is debited before ${formatDate(asked.until)}.`);
  const staysSent = asked.kind === "pause" || asked.kind === "new_account";
  const sent = before.payments.filter(({ state }) => staysSent && state === "on_its_way");
  for (const { amountCents, debitDate } of sent)
    said.push(
      `${formatMoney(amountCents)} on ${day(debitDate)} is on its way to your bank already and is still debited${asked.kind === "pause" ? "" : " from the account before"}.`,
    );
  const isSaid = asked.kind === "retry" && after.next?.date === asked.date;
  if (asked.kind !== "move" && after.next && !isSaid)
    said.push(`Next: ${formatMoney(after.next.amountCents)} on ${day(after.next.date)}.`);
  const last = lastDay(after);
  const moves = last === lastDay(before) ? "stays on" : "moves to";
  said.push(
    `Your last payment ${moves} ${formatDate(last)}. The total stays ${formatMoney(after.financedCents)}.`,
  );
  const until = number === null ? after.next?.changeUntil : becomes?.changeUntil;
  if (asked.kind === "new_account") return said;
  if (until) said.push(`You can change this again until ${day(until)}.`);
  else if (number !== null)
    said.push("This payment goes to your bank today. After that it can no longer be changed.");
  return said;
}
