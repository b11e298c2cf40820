import { addDays, formatShortDate, formatWeekday } from "../../../packages/dates/calendar";
import { canChange, MAX_PAUSE_DAYS } from "../../domain/plan-changes";
import { isRunning } from "../../domain/plan-states";
import { planChange } from "./plan-change";
import { staying } from "./plan-words";

/** Pressed twice, the second would change nothing, and is refused. */
export const pause = planChange({
  key: "pause",
  title: "Pause the debits",
  kind: "pause",
  whyNot(facts) {
    const { plan, standing } = facts;
    if (!isRunning(plan.status)) return `${standing}: nothing to pause.`;
    if (plan.instalments.some((one) => canChange(plan, one, facts))) return null;
    return "No debit is left that can change with 14 days’ notice.";
  },
  fields: ({ today }) => [
    {
      name: "until",
      label: "Pause until",
      hint: `The first day on which a debit can be made again, up to ${formatShortDate(addDays(today, MAX_PAUSE_DAYS))}`,
      type: "date",
    },
  ],
  says: (shown) => [
    `The debits are paused until ${formatWeekday(shown.values.until)}. Later payments move back; their number and the total stay.`,
    ...staying(shown, shown.values.until),
  ],
});
