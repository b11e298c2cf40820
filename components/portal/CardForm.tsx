"use client";

import { type FormEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import type { FieldPath } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { expiryIn } from "@/lib/contract/forms/card-text";
import { formatMoney } from "@/lib/domain/money";
import { present } from "@/lib/domain/narrow";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { reloadWith } from "../forms/answers-over-reload";
import { FormProblems } from "../forms/Form";
import { useLateForm } from "../forms/late-form";
import { SubmitButton } from "../forms/SubmitButton";
import { LinkButton } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { CardInputs } from "./CardInputs";
import { fetchStep } from "./fetch-step";
import { type CaptureRefusal, useCapture } from "./use-capture";
import { useCardPayment } from "./use-card-payment";

/** By the names in the capture script. */
const FIELD_OF: Record<string, FieldPath<CardFields>> = {
  name: "name",
  number: "number",
  expiry_month: "expiry",
  expiry_year: "expiry",
  cvc: "cvc",
};

/**
 * Step 3a. The inputs have no names and the form no address, so card details can only go to the capture script; we are
 * sent the token that it makes.
 */
export function CardForm({
  pay,
  home,
  publishableKey,
  name,
  offer,
  priceCents,
  termsVersion,
  acceptance,
  children,
}: {
  pay: (answer: CardAnswer) => Promise<PayResult>;
  home: string;
  publishableKey: string;
  /** Of the student, whose card it mostly is. */
  name: string;
  offer: string;
  priceCents: number;
  termsVersion: string;
  /** The label of the Terms' checkbox. */
  acceptance: ReactNode;
  /** Stands below the form. A button in it with `data-test-card` fills the form. */
  children?: ReactNode;
}) {
  const captured = useCapture(publishableKey);
  const { stage, send: sendToken } = useCardPayment(pay, home);
  const [notice, setNotice] = useState<string | null>(null);
  const [offersPlan, setOffersPlan] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const empty: CardFields = { name, number: "", expiry: "", cvc: "", terms: false };
  const form = useLateForm<CardFields>(empty, async ({ number }) => {
    const { cardForm } = await import("@/lib/contract/forms/card");
    return cardForm(new Date(), number);
  });
  const { errors, values } = form;
  const busy = form.isSubmitting || stage !== "idle";

  async function payWith(fields: CardFields): Promise<void> {
    const token = await tokenOf(fields);
    if (token !== null) show(await sendToken({ token, termsVersion, offer }));
    setAttempt((count) => count + 1);
  }

  /** Null where the capture script refused, which the form then shows. */
  async function tokenOf({ number, expiry, cvc, name }: CardFields): Promise<string | null> {
    if (captured.status !== "ready") return null;
    try {
      const { month, year } = present(expiryIn(expiry), "expiry date");
      const details = { number, expiry_month: month, expiry_year: year, cvc, name };
      return (await captured.capture.createToken(details)).token;
    } catch (error) {
      const { field, message } = error as CaptureRefusal;
      const path = field && FIELD_OF[field];
      if (path) form.setError(path, message);
      else setNotice(message);
      return null;
    }
  }

  function show(result: Extract<PayResult, { status: "declined" | "refused" }>): void {
    if (result.status === "refused" && result.field) form.setError(result.field, result.message);
    else setNotice(result.message);
    setOffersPlan(result.status === "declined" && result.offersPlan === true);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (busy) return;
    setNotice(null);
    setOffersPlan(false);
    const again = () => setAttempt((count) => count + 1);
    form.submit(payWith, again).catch(async () => {
      // The checks could not be loaded, so no token was made. A server that answers is of another release.
      if ((await fetchStep(home)) !== null) return reloadWith("card");
      setNotice(
        "We could not reach the server. Your payment was not sent. Check your connection and try again.",
      );
      again();
    });
  }

  function fillTestCard({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-test-card]") : null;
    const number = button?.dataset.testCard;
    if (!number) return;
    const expiry = `12/${(new Date().getFullYear() + 3) % 100}`;
    form.reset({ ...values, name: "Test Student", number, expiry, cvc: "123" });
    document.getElementById("card-name")?.focus();
  }

  const messages = [
    { id: "card-name", message: errors.name?.message },
    { id: "card-number", message: errors.number?.message },
    { id: "card-expiry", message: errors.expiry?.message },
    { id: "card-cvc", message: errors.cvc?.message },
    { id: "terms", message: errors.terms?.message },
  ];
  const terms = useRef<HTMLInputElement>(null);
  const readTerms = () => form.change({ terms: terms.current?.checked ?? false }, "terms");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the page as it was found
  useLayoutEffect(readTerms, []);
  return (
    <form onSubmit={onSubmit} onFocus={form.warmUp} noValidate autoComplete="on" className="space-y-6">
      <FormProblems errors={messages} notice={notice} attempt={attempt}>
        {offersPlan && <InsteadByPlan home={home} />}
      </FormProblems>
      {stage === "uncertain" && (
        <Notice kind="warning" role="alert">
          We’re checking whether your payment went through. Do not pay again. Keep this page open.
        </Notice>
      )}
      {captured.status === "failed" && (
        <Notice kind="error" role="alert">
          The card form could not be loaded. Check your connection and load this page again.
        </Notice>
      )}
      <CardInputs form={form} />
      <Checkbox
        id="terms"
        error={errors.terms?.message}
        onChange={readTerms}
        ref={terms}
        label={acceptance}
      />
      <SubmitButton busy={busy} disabled={captured.status !== "ready"}>
        Pay {formatMoney(priceCents)}
      </SubmitButton>
      <p className="flex gap-2 text-muted">
        <Icon name="lock" className="mt-0.5" />
        Your card details go to the card gateway only. They are not kept here.
      </p>
      {/* biome-ignore lint/a11y: the buttons in there are what is clicked, by keyboard too */}
      <div onClick={fillTestCard}>{children}</div>
    </form>
  );
}

/** Leads back to the choice, with the plan chosen. */
export function InsteadByPlan({ home }: { home: string }) {
  return (
    <LinkButton kind="secondary" href={`${home}/pay?how=plan`}>
      Pay in instalments instead
    </LinkButton>
  );
}
