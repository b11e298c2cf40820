import type { SetupPage, SetupView } from "../../lib/setup-page/view";
import { BankStep } from "./BankStep";
import { CheckStep } from "./CheckStep";
import { Ended } from "./Ended";
import type { MessageType } from "./messages";
import { NotAloneStep } from "./NotAloneStep";
import { PlanLine } from "./PlanSummary";
import { isWrong, refusalOf } from "./refusal";
import { SetupShell } from "./SetupShell";
import { Templates } from "./Templates";
import { titleOf } from "./titles";

/** The tab's title. */
export function tabTitle({ view, provider }: SetupPage): string {
  const { short } = titleOf(view, provider.name);
  return `${isWrong(refusalOf(view, provider)) ? "Error: " : ""}${short} – ${provider.name}`;
}

/** The steps and states of the hosted page, all at one address. */
export function SetupFlow({ session, page }: { session: string; page: SetupPage }) {
  const { view, plan, ...facts } = page;
  const { title, step } = titleOf(view, facts.provider.name);
  const { state } = view;
  const shown = { state, place: facts.place, tells: facts.messageOrigin, says: messageOf(view) };
  return (
    <>
      <SetupShell
        {...facts.provider}
        provider={facts.provider}
        title={title}
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
      <Templates />
    </>
  );
}

function messageOf(view: SetupView): MessageType {
  if ("notice" in view && view.notice === "not_saved") return "error";
  switch (view.state) {
    case "authorised":
    case "confirmed":
      return "authorised";
    case "expired":
    case "cancelled":
      return view.state;
    case "inactive":
      return "error";
    case "bank":
    case "check":
    case "not_alone":
      return "ready";
    default:
      return view satisfies never;
  }
}
