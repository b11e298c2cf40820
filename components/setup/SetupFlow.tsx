"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { SetupFacts, SetupView } from "../../lib/setup-page/view";
import { BankStep } from "./BankStep";
import { CheckStep } from "./CheckStep";
import { Ended } from "./Ended";
import { NotAloneStep } from "./NotAloneStep";
import { type MessageType, SetupMessenger } from "./SetupMessenger";
import { SetupShell } from "./SetupShell";
import { titleOf } from "./titles";
import { useSteps } from "./use-steps";

interface Props {
  session: string;
  initial: SetupView;
  facts: SetupFacts;
  /** The next three are drawn by the server, so that the browser gets no code for them. */
  planLine: ReactNode;
  plan: ReactNode;
  agreement: ReactNode;
  /** For forms that the browser sends without a script. */
  post: (form: FormData) => Promise<void>;
  send: (form: FormData) => Promise<SetupView>;
}

/** The steps and states of the hosted page, all at one address. */
export function SetupFlow({ session, initial, facts, planLine, plan, agreement, post, send }: Props) {
  const { view, hasFailed, delivery } = useSteps(initial, facts.provider, post, send);
  const heading = useRef<HTMLHeadingElement>(null);
  const { short, title, step } = titleOf(view, facts.provider.name);
  const shown = useRef(view.state);
  useEffect(() => {
    // Screen readers begin a new step at its heading; on the same step the error summary takes the focus.
    if (shown.current !== view.state) heading.current?.focus();
    shown.current = view.state;
  }, [view.state]);
  const form = { session, delivery };
  const isRefused = Object.keys(delivery.posted.errors).length > 0;
  return (
    <SetupShell
      name={facts.provider.name}
      brand={facts.provider.brand}
      title={title}
      step={step}
      heading={heading}
    >
      <title>{`${isRefused ? "Error: " : ""}${short} – ${facts.provider.name}`}</title>
      {facts.messageOrigin && (
        <SetupMessenger origin={facts.messageOrigin} shown={view.state} type={messageOf(view, hasFailed)} />
      )}
      {view.state === "bank" && (
        <>
          {planLine}
          <BankStep
            {...form}
            isSandbox={facts.isSandbox}
            askedBsb={view.askedBsb}
            formerEnding={facts.formerEnding}
          />
        </>
      )}
      {view.state === "not_alone" && <NotAloneStep {...form} view={view} provider={facts.provider} />}
      {view.state === "check" && <CheckStep {...form} view={view} plan={plan} agreement={agreement} />}
      <Ended view={view} facts={facts} />
    </SetupShell>
  );
}

function messageOf(view: SetupView, hasFailed: boolean): MessageType {
  if (hasFailed || ("notice" in view && view.notice === "not_saved")) return "error";
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
