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

/** The way to pay everything that is left by card, or what is under way. */
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
  if (!byCard || byCard.owed?.numbers === byCard.all.numbers) return null;
  return (
    <section className="space-y-4 print:hidden">
      <h2>Pay by card</h2>
      <LinkButton kind="secondary" href={`${href}?what=everything`}>
        Pay everything, {formatMoney(byCard.all.amountCents)}
      </LinkButton>
    </section>
  );
}
