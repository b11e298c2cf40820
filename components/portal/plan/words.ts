import { formatMoney } from "@/lib/domain/money";
import type { HoldReason, PlanStatus } from "@/lib/domain/plan";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import type { IconName } from "../../ui/Icon";

const TITLES: Record<PlanStatus, string> = {
  Active: "Your payments",
  Paused: "Your payments are paused",
  "On Hold": "Your payments are on hold",
  Completed: "You have paid everything",
  Ended: "Your payment plan has ended",
};

/** The page's headline: what failed comes before all else. */
export function planTitle({ failed, status }: PlanPage): string {
  if (!failed) return TITLES[status];
  const amount = formatMoney(failed.amountCents);
  return failed.isTakenBack ? `Your bank took back ${amount}` : `${amount} did not go through`;
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
