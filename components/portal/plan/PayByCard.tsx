import { formatMoney } from "@/lib/domain/money";
import type { PlanPage } from "@/lib/enrolment/plan-page";
import { LinkButton } from "../../ui/Button";
import { Notice } from "../../ui/Notice";

type Choice = { amountCents: number; numbers: string };

interface Props {
  plan: Pick<PlanPage, "payments"> & { byCard: { owed: Choice | null; all: Choice } | null };
  /** The page that takes the card. */
  href: string;
}

/** Ways to pay what is owed, and everything that is left, by card. */
export function PayByCard({ plan: { byCard, payments }, href }: Props) {
  if (payments.some(({ state }) => state === "by_card"))
    return (
      <Notice kind="warning">
        <p>
          We’re checking whether your card payment went through. Do not pay again.{" "}
          <a href={href}>See your card payment</a>
        </p>
      </Notice>
    );
  if (!byCard) return null;
  const { owed, all } = byCard;
  return (
    <section className="space-y-4 print:hidden">
      <h2>Pay by card</h2>
      <div className="flex flex-wrap gap-3">
        {owed && owed.numbers !== all.numbers && (
          <LinkButton kind="secondary" href={`${href}?what=owed`}>
            Pay what is owed, {formatMoney(owed.amountCents)}
          </LinkButton>
        )}
        <LinkButton kind="secondary" href={`${href}?what=everything`}>
          Pay everything, {formatMoney(all.amountCents)}
        </LinkButton>
      </div>
    </section>
  );
}
