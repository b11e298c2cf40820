import type { PlanPage } from "@/lib/enrolment/plan-page";
import { classes } from "../../ui/classes";
import { Icon } from "../../ui/Icon";
import { ScheduleTable } from "../../ui/ScheduleTable";
import { STATES } from "./words";

/** At first. */
const MAX_PLANNED = 3;

/** Every payment with what became of it. Of a long plan first what happened last and what comes next. */
export function PlanPayments({ payments }: Pick<PlanPage, "payments">) {
  const isPaid = ({ state }: PlanPage["payments"][number]) =>
    state === "paid" || state === "paid_by_card" || state === "paid_another_way";
  const lastPaid = payments.findLast(isPaid)?.number;
  const coming = payments.filter(({ state }) => state === "planned" || state === "on_hold");
  const later = new Set(coming.slice(MAX_PLANNED).map(({ number }) => number));
  const isShown = (number: number) =>
    number === lastPaid ||
    number === payments.length ||
    payments.some(
      (one) => one.number === number && !isPaid(one) && one.state !== "ended" && !later.has(number),
    );
  return (
    <ScheduleTable
      instalments={payments}
      caption={<h2>Every payment</h2>}
      isShown={isShown}
      stateOf={(number) => {
        const one = payments.find((each) => each.number === number);
        return one && <State state={one.state} />;
      }}
    />
  );
}

function State({ state }: Pick<PlanPage["payments"][number], "state">) {
  const { word, icon, color } = STATES[state];
  return (
    <>
      <span className={classes("flex items-center gap-1.5 font-medium text-sm", color)}>
        <Icon name={icon} className="size-4!" />
        {word}
      </span>
      {state === "on_its_way" && (
        <span className="block text-muted text-sm">
          This payment is on its way to your bank and can no longer be changed.
        </span>
      )}
    </>
  );
}
