"use client";

import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef } from "react";
import { type Control, type FieldPath, type UseFormReturn, useController, useWatch } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { caretAfter, digitsOf, expiryIn, grouped } from "@/lib/contract/forms/card-text";
import { schemeName, schemeOf, securityCodeLength } from "@/lib/domain/card-scheme";
import { Field, type FieldProps } from "../ui/Field";
import { ErrorText } from "../ui/FieldFrame";
import { Fieldset } from "../ui/Fieldset";

type TextPath = Exclude<FieldPath<CardFields>, "terms" | "expiry">;

/** Controlled, and without a `name`, so that no form can send it. */
function CardInput({
  control,
  path,
  format = (text) => text,
  ...rest
}: { control: Control<CardFields>; path: TextPath; format?: (text: string) => string } & FieldProps) {
  const {
    field: { name: _, value, onChange, ref, ...field },
  } = useController({ control, name: path });
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
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const text = format(target.value);
    const at = target.selectionStart ?? target.value.length;
    const isDeleting = (nativeEvent as InputEvent).inputType?.startsWith("delete") ?? false;
    caret.current = caretAfter(target.value, at, text, isDeleting);
    onChange(text);
  }
  return (
    <Field
      {...rest}
      {...field}
      ref={(element) => {
        input.current = element;
        ref(element);
      }}
      value={value}
      onChange={change}
    />
  );
}

export function CardInputs({ form: { control, setValue, formState } }: { form: UseFormReturn<CardFields> }) {
  const { errors } = formState;
  const number = useWatch({ control, name: "number" });
  const scheme = schemeOf(digitsOf(number));
  const codeLength = securityCodeLength(scheme);
  const { month, year } = errors.expiry ?? {};

  /** "12/28" pasted into either field fills both. */
  function pasteExpiry(event: ClipboardEvent): void {
    const expiry = expiryIn(event.clipboardData.getData("text"));
    if (!expiry) return;
    event.preventDefault();
    const options = { shouldValidate: formState.isSubmitted };
    setValue("expiry.month", expiry.month, options);
    setValue("expiry.year", expiry.year, options);
  }

  return (
    <>
      <CardInput
        control={control}
        path="name"
        id="card-name"
        label="Name on card"
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        error={errors.name?.message}
      />
      <CardInput
        control={control}
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
              control={control}
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
        control={control}
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
