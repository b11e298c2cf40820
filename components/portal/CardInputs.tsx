"use client";

import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef } from "react";
import type { FieldPath } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { caretAfter, digitsOf, expiryIn, grouped } from "@/lib/contract/forms/card-text";
import { schemeName, schemeOf, securityCodeLength } from "@/lib/domain/card-scheme";
import type { LateForm } from "../forms/late-form";
import { Field, type FieldProps } from "../ui/Field";
import { ErrorText } from "../ui/FieldFrame";
import { Fieldset } from "../ui/Fieldset";

type TextPath = Exclude<FieldPath<CardFields>, "terms" | "expiry">;

/** Controlled, and without a `name`, so that no form can send it. */
function CardInput({
  of: { values, change },
  path,
  format = (text) => text,
  ...rest
}: { of: LateForm<CardFields>; path: TextPath; format?: (text: string) => string } & FieldProps) {
  const part = path === "expiry.month" ? "month" : path === "expiry.year" ? "year" : null;
  const value = part ? values.expiry[part] : values[path as Exclude<TextPath, `expiry.${string}`>];
  const onChange = (text: string) =>
    change(part ? { expiry: { ...values.expiry, [part]: text } } : { [path]: text }, path);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script ran
  useLayoutEffect(() => {
    const typed = input.current!.value;
    if (typed !== value) onChange(format(typed));
  }, []);
  // A new value would move the caret to the end while somebody types in the middle of a number.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current!.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function retype({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const text = format(target.value);
    const at = target.selectionStart ?? target.value.length;
    const isDeleting = (nativeEvent as InputEvent).inputType?.startsWith("delete") ?? false;
    caret.current = caretAfter(target.value, at, text, isDeleting);
    onChange(text);
  }
  return <Field {...rest} ref={input} value={value} onChange={retype} />;
}

export function CardInputs({ form }: { form: LateForm<CardFields> }) {
  const { errors, values } = form;
  const scheme = schemeOf(digitsOf(values.number));
  const codeLength = securityCodeLength(scheme);
  const { month, year } = errors.expiry ?? {};

  /** "12/28" pasted into either field fills both. */
  function pasteExpiry(event: ClipboardEvent): void {
    const expiry = expiryIn(event.clipboardData.getData("text"));
    if (!expiry) return;
    event.preventDefault();
    form.change({ expiry }, "expiry");
  }

  return (
    <>
      <CardInput
        of={form}
        path="name"
        id="card-name"
        label="Name on card"
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        error={errors.name?.message}
      />
      <CardInput
        of={form}
        path="number"
        id="card-number"
        label="Card number"
        hint={scheme ? schemeName(scheme) : "The long number on the front of the card"}
        inputMode="numeric"
        autoComplete="cc-number"
        width="20"
        className="tabular-nums"
        format={grouped}
        error={errors.number?.message}
      />
      <Fieldset
        id="card-expiry"
        legend="Expiry date"
        hint="As on the card, for example 08 28"
        isWrong={Boolean(month ?? year)}
      >
        {month?.message && <ErrorText id="card-month">{month.message}</ErrorText>}
        {year?.message && <ErrorText id="card-year">{year.message}</ErrorText>}
        <div className="flex gap-4" onPaste={pasteExpiry}>
          {(["month", "year"] as const).map((part) => (
            <CardInput
              key={part}
              of={form}
              path={`expiry.${part}`}
              id={`card-${part}`}
              label={part === "month" ? "Month" : "Year"}
              inputMode="numeric"
              autoComplete={`cc-exp-${part}`}
              width="4"
              error={errors.expiry?.[part]?.message}
              isErrorAbove
            />
          ))}
        </div>
      </Fieldset>
      <CardInput
        of={form}
        path="cvc"
        id="card-cvc"
        label="Security code"
        hint={codeLength === 4 ? "4 digits on the front of the card" : "3 digits on the back of the card"}
        inputMode="numeric"
        autoComplete="cc-csc"
        width="4"
        error={errors.cvc?.message}
      />
    </>
  );
}
