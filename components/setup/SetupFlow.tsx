import type { SetupPage, SetupView } from "../../lib/setup-page/view";
import { BankStep } from "./BankStep";
import { CheckStep } from "./CheckStep";
import { Ended } from "./Ended";
import { NotAloneStep } from "./NotAloneStep";
import { PlanLine } from "./PlanSummary";
import { type MessageType, SetupShell } from "./SetupShell";

/** The tab's title. */
export function tabTitle({ view, provider }: SetupPage): string {
  const isWrong = "errors" in view && (view.notice !== null || Object.keys(view.errors).length > 0);
  return `${isWrong ? "Error: " : ""}${stateOf(view).heading} – ${provider.name}`;
}

/** The steps and states of the hosted page, all at one address. */
export function SetupFlow({ session, page }: { session: string; page: SetupPage }) {
  const { view, plan, former, request, ...facts } = page;
  const { heading, step, says } = stateOf(view);
  const { state } = view;
  return (
    <SetupShell
      page={page}
      title={view.state === "bank" ? `${heading} with ${facts.provider.name}` : heading}
      // The portal has a count of its own.
      step={facts.goesOnInPortal ? undefined : step}
      says={says}
    >
      {state === "bank" && (
        <>
          {/* The portal shows the plan above the frame. */}
          {facts.place !== "portal" && <PlanLine plan={plan} former={former} />}
          <BankStep session={session} view={view} facts={facts} />
        </>
      )}
      {state === "not_alone" && <NotAloneStep session={session} view={view} facts={facts} />}
      {state === "check" && (
        <CheckStep
          session={session}
          view={view}
          facts={facts}
          plan={plan}
          former={former}
          request={request}
        />
      )}
      <Ended view={view} facts={facts} />
    </SetupShell>
  );
}

interface State {
  heading: string;
  step?: 1 | 2 | 3;
  /** What the page around the frame is told. */
  says: MessageType;
}

const STATES: Record<SetupView["state"], State> = {
  bank: { heading: "Set up a Direct Debit Request", step: 1, says: "ready" },
  not_alone: { heading: "You need an account that you can authorise on your own", says: "ready" },
  check: { heading: "Check your details and authorise", step: 2, says: "ready" },
  authorised: { heading: "This direct debit is already authorised", says: "authorised" },
  confirmed: { heading: "This payment plan is already confirmed", says: "authorised" },
  expired: { heading: "This direct debit request has expired", says: "expired" },
  cancelled: { heading: "This direct debit request was cancelled", says: "cancelled" },
};

function stateOf(view: SetupView): State {
  const known = STATES[view.state];
  if (view.state === "authorised" && view.isNew)
    return { ...known, heading: "Direct debit authorised", step: 3 };
  if (view.state === "confirmed" && view.given)
    return view.given === "now"
      ? { ...known, heading: "Your new account is set up", step: 3 }
      : { ...known, heading: "Another account was already given" };
  return "isFault" in view && view.isFault ? { ...known, says: "error" } : known;
}
