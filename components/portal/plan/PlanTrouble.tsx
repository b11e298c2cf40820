import type { ReactNode } from "react";
import { formatMoney } from "@/lib/domain/money";
import { whyFailed } from "@/lib/domain/plan-words";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import { formatDay } from "@/packages/dates/calendar";
import { Notice } from "../../ui/Notice";
import { onHold } from "./words";

interface Props {
  plan: PlanPage;
  contact: ReactNode;
  /** How the student can put it right here. */
  children?: ReactNode;
  /** Leads to where a card pays what failed. */
  card?: ReactNode;
}

/** What failed or holds the plan up: why, what happens, and whom to call. */
export function PlanTrouble({ plan: { failed, status, holdReason, today }, contact, children, card }: Props) {
  const isHeld = status === "On Hold";
  if (!failed && !isHeld) return null;
  return (
    <section className="space-y-6">
      <Notice kind="warning">
        {failed && (
          <p>
            It was due on {formatDay(failed.date, today)}. {whyFailed(failed.reason)}{" "}
            {failed.isOfFormerAccount && "You have given another account since. "}You pay no fee for this.
          </p>
        )}
        {failed && failed.count > 1 && (
          <p>
            {failed.count} payments are owed. This is the first of them, {formatMoney(failed.amountCents)}.
          </p>
        )}
        {isHeld && <p>{onHold(holdReason, Boolean(failed?.dates.length))}</p>}
        {!children && !card && <p>To agree how to go on, contact {contact}.</p>}
      </Notice>
      {children}
      {card}
      {(children || card) && <p>To pay another way, contact {contact}.</p>}
    </section>
  );
}
