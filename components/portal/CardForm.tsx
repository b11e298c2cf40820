"use client";

import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { CardFields } from "@/lib/contract/forms/card";
import { entered } from "@/lib/contract/forms/read";
import { formatMoney } from "@/lib/domain/money";
import type { CardAnswer, PayResult } from "@/lib/enrolment/pay-by-card";
import { CARD_NAMES, testCardAt } from "../card/answers";
import { type CardAccess, NOT_LOADED, namesOf, tokenOf } from "../card/capture-script";
import { Form } from "../forms/Form";
import type { Refusal } from "../forms/form-state";
import { SubmitButton } from "../forms/SubmitButton";
import { useForm } from "../forms/use-form";
import { LinkButton } from "../ui/Button";
import { Checkbox } from "../ui/Checkbox";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { CardInputs } from "./CardInputs";
import { useCapture } from "./use-capture";
import { useCardPayment } from "./use-card-payment";

/**
 * Step 3a. The inputs have no names and the form no address, so card details can only go to the capture script; we are
 * sent the token that it makes.
 */
export function CardForm({
  pay,
  home,
  page = "card",
  access,
  name,
  offer,
  priceCents,
  termsVersion = "",
  acceptance = null,
  children,
}: {
  pay: (answer: CardAnswer) => Promise<PayResult>;
  home: string;
  page?: "card" | "plan/pay";
  access: CardAccess;
  /** Of the student, whose card it mostly is. */
  name: string;
  offer: string;
  priceCents: number;
  termsVersion?: string;
  /** The label of the Terms' checkbox. Null where they were accepted before. */
  acceptance?: ReactNode;
  /** Stands below the form. A button in it with `data-test-card` fills the form. */
  children?: ReactNode;
}) {
  const wallet = useRef<HTMLInputElement>(null);
  const captured = useCapture(access, priceCents, (token) => {
    if (!wallet.current) return;
    wallet.current.value = token;
    wallet.current.form?.requestSubmit();
    // For this time only: the button below pays with the card in the fields.
    wallet.current.value = "";
  });
  const { stage, send: sendToken } = useCardPayment(pay, home, page);
  const [offersPlan, setOffersPlan] = useState(false);
  const form = useForm<keyof CardFields>({
    initial: { name, number: "", expiry: "", cvc: "", terms: "" },
    read: (shown) => entered({ get: (field) => typedIn(shown, field, acceptance === null) }, NAMES),
    async rules({ number }) {
      const isByWallet = Boolean(wallet.current?.value);
      const { cardForm, walletForm } = await import("@/lib/contract/forms/card");
      if (isByWallet) return walletForm();
      return cardForm(new Date(), access.cardFields === "own" ? number : null);
    },
    async send(fields, data) {
      setOffersPlan(false);
      const walletToken = data.get("wallet");
      const made =
        typeof walletToken === "string" && walletToken !== ""
          ? { token: walletToken }
          : await tokenOf(captured.capture, fields, access.cardFields);
      if (!("token" in made)) return refusalAt(made.field, made.message);
      const result = await sendToken({ token: made.token, termsVersion, offer });
      setOffersPlan(result.status === "declined" && result.offersPlan === true);
      return refusalAt(result.status === "refused" ? result.field : null, result.message);
    },
  });

  function fillTestCard({ target }: MouseEvent): void {
    const answers = testCardAt(target);
    if (!answers) return;
    form.fill(answers);
    document.getElementById("card-name")?.focus();
  }

  return (
    <Form
      of={form}
      fields={[...namesOf(access.cardFields), "terms" as const].map(
        (field) => [field, `card-${field}`] as const,
      )}
      problems={offersPlan && <InsteadByPlan home={home} />}
    >
      {stage === "uncertain" && (
        <Notice kind="warning" role="alert">
          We’re checking whether your payment went through. Do not pay again. Keep this page open.
        </Notice>
      )}
      {captured.status === "failed" && (
        <Notice kind="error" role="alert">
          {NOT_LOADED}
        </Notice>
      )}
      {captured.fields && <input type="hidden" name="wallet" ref={wallet} />}
      <CardInputs form={form} processorFields={captured.fields} />
      {acceptance !== null && (
        <Checkbox id="card-terms" data-name="terms" error={form.errorOf("terms")} label={acceptance} />
      )}
      <SubmitButton busy={form.busy} disabled={captured.status !== "ready"}>
        Pay {formatMoney(priceCents)}
      </SubmitButton>
      <p className="flex gap-2 text-muted">
        <Icon name="lock" className="mt-0.5" />
        Your card details go to the card gateway only. They are not kept here.
      </p>
      {/* biome-ignore lint/a11y: the buttons in there are what is clicked, by keyboard too */}
      <div onClick={fillTestCard}>{children}</div>
    </Form>
  );
}

const NAMES = [...CARD_NAMES, "terms"] as const;

const controlOf = (form: HTMLFormElement, name: string) =>
  form.querySelector<HTMLInputElement>(`[data-name="${name}"]`);

function typedIn(form: HTMLFormElement, name: string, isAccepted: boolean): string {
  if (name === "terms" && isAccepted) return "on";
  const control = controlOf(form, name);
  if (control?.type === "checkbox") return control.checked ? "on" : "";
  return control?.value ?? "";
}

const refusalAt = (field: keyof CardFields | null, message: string): Refusal =>
  field ? { errors: { [field]: message }, notice: null } : { errors: {}, notice: message };

/** Leads back to the choice, with the plan chosen. */
export function InsteadByPlan({ home }: { home: string }) {
  return (
    <LinkButton kind="secondary" href={`${home}/pay?how=plan`}>
      Pay in instalments instead
    </LinkButton>
  );
}
