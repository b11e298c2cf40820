import { formatMoney } from "@/lib/domain/money";
import type { DebitReason, HoldReason } from "@/lib/domain/plan";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import type { IconName } from "../../ui/Icon";

/** The page's headline: what failed comes before all else. */
export function planTitle({ failed, status }: PlanPage): string {
  if (failed)
    return failed.isTakenBack
      ? `Your bank took back ${formatMoney(failed.amountCents)}`
      : `${formatMoney(failed.amountCents)} did not go through`;
  switch (status) {
    case "Active":
      return "Your payments";
    case "Paused":
      return "Your payments are paused";
    case "On Hold":
      return "Your payments are on hold";
    case "Completed":
      return "You have paid everything";
    case "Ended":
      return "Your payment plan has ended";
    default:
      return status satisfies never;
  }
}

/** Why a payment failed, in the student's words and without blame. */
export function whyFailed(reason: DebitReason | null): string {
  switch (reason) {
    case "insufficient_funds":
      return "Your bank says that there was not enough money in the account that day.";
    case "temporary":
      return "Your bank could not make this payment that day. This is often over the next day.";
    case "account_closed":
      return "Your bank says that the account is closed.";
    case "account_invalid":
      return "The bank could not find this account, or no debits can be made from it.";
    case "bank_stopped":
      return "Your bank was asked to stop payments to us.";
    case "technical":
      return "This was a technical fault, and nothing that you did.";
    case "deceased":
    case null:
      return "Your bank did not make this payment.";
    default:
      return reason satisfies never;
  }
}

/** What happens while a plan is on hold. @param canChoose whether the student can choose another date */
export function onHold(reason: HoldReason | null, canChoose: boolean): string {
  switch (reason) {
    case "authority_ended":
      return "Nothing more is debited from this account. To go on, your payments need another account.";
    case "bank_stopped":
      return "Nothing more is debited until you and we have agreed how to go on.";
    case "two_failed":
      return `Two debits in a row did not go through, so no new one is made${canChoose ? " until you choose a date" : ""}.`;
    case "person":
    case null:
      return "Nothing is debited at the moment.";
    default:
      return reason satisfies never;
  }
}

type State = PlanPage["payments"][number]["state"];

export const STATES: Record<State, { word: string; icon: IconName; color: string }> = {
  paid: { word: "Paid", icon: "check", color: "text-success" },
  paid_by_card: { word: "Paid by card", icon: "check", color: "text-success" },
  paid_another_way: { word: "Paid another way", icon: "check", color: "text-success" },
  by_card: { word: "Being paid by card", icon: "info", color: "text-text" },
  on_its_way: { word: "On its way", icon: "bank", color: "text-text" },
  failed: { word: "Did not go through", icon: "error", color: "text-error" },
  taken_back: { word: "Taken back by your bank", icon: "error", color: "text-error" },
  planned: { word: "Planned", icon: "calendar", color: "text-muted" },
  on_hold: { word: "On hold", icon: "warning", color: "text-warning" },
  ended: { word: "Will not be debited", icon: "lock", color: "text-muted" },
};
