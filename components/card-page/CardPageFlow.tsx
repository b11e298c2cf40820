import type { CardPage, CardView } from "../../lib/card-page/view";
import { formatMoney } from "../../lib/domain/money";
import { schemeName } from "../../packages/cards/card-scheme";
import { PaymentChecked } from "../card/PaymentChecked";
import { LinkButton } from "../ui/Button";
import { ProviderContact } from "../ui/ProviderContact";
import { SummaryList } from "../ui/SummaryList";
import { CardPageShell } from "./CardPageShell";
import { CardStep } from "./CardStep";

const TITLES: Record<CardView["state"], string> = {
  card: "Pay by card",
  checking: "We’re checking your payment",
  paid: "You have paid",
  expired: "The time to pay here is over",
  cancelled: "This payment was cancelled",
};

/** @param notice why nothing was sent of the form that was just posted */
export function titleOf({ view, provider }: CardPage, notice: string | null): string {
  const isWrong = view.state === "card" && (notice ?? view.notice) !== null;
  return `${isWrong ? "Error: " : ""}${TITLES[view.state]} – ${provider.name}`;
}

/** The hosted card page's states, all at one address. */
export function CardPageFlow({ page, notice }: { page: CardPage; notice: string | null }) {
  const { provider, view } = page;
  return (
    <CardPageShell provider={provider} title={TITLES[view.state]} state={view.state}>
      {(view.state === "card" || view.state === "paid") && <Amount page={page} />}
      <State page={page} notice={notice} />
    </CardPageShell>
  );
}

function Amount({ page: { amountCents, courseName, provider } }: { page: CardPage }) {
  return (
    <div>
      <p className="font-semibold text-2xl tabular-nums sm:text-4xl">{formatMoney(amountCents)}</p>
      <p className="text-muted">
        {courseName}, {provider.name}
      </p>
    </div>
  );
}

function State({ page, notice }: { page: CardPage; notice: string | null }) {
  const { view, provider, reference } = page;
  switch (view.state) {
    case "card":
      return <CardStep page={page} notice={notice ?? view.notice} />;
    case "checking":
      // The page's script loads it again once the outcome is known.
      return <PaymentChecked bankUrl={view.bankUrl} provider={provider} reference={reference} />;
    case "paid":
      return (
        <>
          <SummaryList
            isShort
            items={[
              { term: "Card", value: `${schemeName(view.scheme)} ending ${view.lastFour}` },
              { term: "Receipt number", value: <span className="wrap-anywhere">{view.receiptNumber}</span> },
              { term: "Reference", value: <span className="wrap-anywhere">{reference}</span> },
              ...(view.refunded === null ? [] : [{ term: "Refunded", value: view.refunded }]),
            ]}
          />
          <p>You do not need to pay again.</p>
        </>
      );
    case "expired":
      return (
        <GoBack page={page}>This page was open for 24 hours, and no payment was made in that time.</GoBack>
      );
    case "cancelled":
      return <GoBack page={page}>{`${provider.name} cancelled it before you paid.`}</GoBack>;
    default:
      return view satisfies never;
  }
}

function GoBack({ page: { provider, returnUrl }, children }: { page: CardPage; children: string }) {
  return (
    <>
      <p>{children}</p>
      <p>
        To start again, contact <ProviderContact provider={provider} /> or go back to their page.
      </p>
      {returnUrl && (
        <p>
          <LinkButton href={returnUrl}>Return to {provider.name}</LinkButton>
        </p>
      )}
    </>
  );
}
