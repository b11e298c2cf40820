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
  return `${isWrong ? "Error: " : ""}${headingOf(view)[0]} – ${provider.name}`;
}

/** The steps and states of the hosted page, all at one address. */
export function SetupFlow({ session, page }: { session: string; page: SetupPage }) {
  const { view, plan, ...facts } = page;
  const [heading, step] = headingOf(view);
  const { state } = view;
  const shown = { state, place: facts.place, tells: facts.messageOrigin, says: messageOf(view) };
  return (
    <SetupShell
      {...facts.provider}
      provider={facts.provider}
      title={view.state === "bank" ? `${heading} with ${facts.provider.name}` : heading}
      // The portal has a count of its own.
      step={facts.goesOnInPortal ? undefined : step}
      shown={shown}
    >
      {state === "bank" && (
        <>
          {/* The portal shows the plan above the frame. */}
          {facts.place !== "portal" && <PlanLine plan={plan} />}
          <BankStep session={session} view={view} facts={facts} />
        </>
      )}
      {state === "not_alone" && <NotAloneStep session={session} view={view} facts={facts} />}
      {state === "check" && <CheckStep session={session} view={view} facts={facts} plan={plan} />}
      <Ended view={view} facts={facts} />
    </SetupShell>
  );
}

/** What the page around the frame is told. */
function messageOf(view: SetupView): MessageType {
  switch (view.state) {
    case "authorised":
    case "confirmed":
      return "authorised";
    case "expired":
    case "cancelled":
      return view.state;
    case "bank":
    case "check":
      return view.isFault ? "error" : "ready";
    case "not_alone":
      return "ready";
    default:
      return view satisfies never;
  }
}

function headingOf(view: SetupView): [heading: string, step?: 1 | 2 | 3] {
  switch (view.state) {
    case "bank":
      return ["Set up a Direct Debit Request", 1];
    case "not_alone":
      return ["You need an account that you can authorise on your own"];
    case "check":
      return ["Check your details and authorise", 2];
    case "authorised":
      return view.isNew ? ["Direct debit authorised", 3] : ["This direct debit is already authorised"];
    case "confirmed":
      return ["This payment plan is already confirmed"];
    case "expired":
      return ["This direct debit request has expired"];
    case "cancelled":
      return ["This direct debit request was cancelled"];
    default:
      return view satisfies never;
  }
}
