import type { MaskedAccount, SetupFacts, SetupView } from "../../lib/setup-page/view";
import { LinkButton } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { SummaryList } from "../ui/SummaryList";

/** The states in which nothing is asked any more. */
export function Ended({ view, facts }: { view: SetupView; facts: SetupFacts }) {
  const { provider } = facts;
  switch (view.state) {
    case "authorised":
      return (
        <>
          {view.isNew && (
            <Notice kind="success" role="status">
              <p>Your request is with {provider.name}. Nothing is debited before the plan is confirmed.</p>
            </Notice>
          )}
          <Authority account={view.account} facts={facts} />
          <p>{lastStep(facts)}</p>
          <Return facts={facts} />
        </>
      );
    case "confirmed":
      return (
        <>
          {view.given === "now" && (
            <Notice kind="success" role="status">
              <p>
                New debits are made from this account. A debit that is already on its way still comes from the
                account before.
              </p>
            </Notice>
          )}
          <Authority account={view.account} facts={facts} />
          <p>
            {view.given
              ? "If a payment has failed before, choose its new date on the page of your plan."
              : `There is nothing left to do here. To change your account, contact ${provider.name}.`}
          </p>
          <Return facts={facts} />
        </>
      );
    case "expired":
      return (
        <GoBack facts={facts} to="start again">
          It was not confirmed in time, and your account will not be debited.
        </GoBack>
      );
    case "cancelled":
      return (
        <GoBack facts={facts} to="continue">
          Nothing will be debited for this request. If you changed your plan or chose another way to pay,
          continue there.
        </GoBack>
      );
    case "bank":
    case "check":
    case "not_alone":
      return null;
    default:
      return view satisfies never;
  }
}

function lastStep({ place, provider }: SetupFacts): string {
  if (place === "portal") return "One step is left: review and confirm your plan.";
  if (place === "site") return "One step is left. Continue on this page.";
  return `One step is left: go back to ${provider.name}, check your payment plan and confirm it.`;
}

function Authority({ account, facts }: { account: MaskedAccount; facts: SetupFacts }) {
  return (
    <SummaryList
      items={[
        { term: "Reference", value: facts.reference },
        { term: "Name on your bank statement", value: facts.statementName },
        {
          term: "Account",
          value: <span className="tabular-nums">{`${account.bsb} ending ${account.ending}`}</span>,
        },
      ]}
    />
  );
}

function GoBack({ facts, to, children }: { facts: SetupFacts; to: string; children: string }) {
  const { name, email } = facts.provider;
  return (
    <>
      <p>{children}</p>
      <p>
        Go back to {name} to {to}
        {email !== "" && (
          <>
            , or contact them at <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
        .
      </p>
      {facts.newLinkAt !== null && <NewLink href={facts.newLinkAt} kind="secondary" />}
      <Return facts={facts} />
    </>
  );
}

/** In a window of its own, because no page may frame the portal's. */
export function NewLink({ href, kind }: { href: string; kind?: "secondary" }) {
  return (
    <LinkButton href={href} kind={kind} target="_blank" rel="noopener">
      Email me a new link
    </LinkButton>
  );
}

/** `_top` leaves the frame, if there is one. */
function Return({ facts }: { facts: SetupFacts }) {
  return (
    facts.returnUrl && (
      <LinkButton href={facts.returnUrl} target="_top">
        Return to {facts.provider.name}
      </LinkButton>
    )
  );
}
