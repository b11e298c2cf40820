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

/** The steps and states of the hosted page, one at a time at one address. */
export function SetupFlow({
  session,
  initial,
  facts,
  planLine,
  plan,
  agreement,
  post,
  send,
}: {
  session: string;
  initial: SetupView;
  facts: SetupFacts;
  /** Drawn by the server: none of it changes with the steps. */
  planLine: ReactNode;
  plan: ReactNode;
  agreement: ReactNode;
  /** For forms that the browser sends by itself. */
  post: (form: FormData) => Promise<void>;
  send: (form: FormData) => Promise<SetupView>;
}) {
  const { view, hasFailed, delivery } = useSteps(initial, facts.provider, post, send);
  const heading = useRef<HTMLHeadingElement>(null);
  const { short, title, step } = titleOf(view, facts.provider.name);
  const shown = useRef(view.state);
  useEffect(() => {
    // A new step is read from its heading; errors have taken the focus themselves.
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
          <BankStep {...form} isSandbox={facts.isSandbox} />
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
