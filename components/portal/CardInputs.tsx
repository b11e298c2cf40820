"use client";

import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useRef } from "react";
import {
  type Control,
  type FieldErrors,
  type FieldPath,
  type UseFormReturn,
  useController,
  useWatch,
} from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { caretAfter, digitsOf, expiryIn, grouped } from "@/lib/contract/forms/card-text";
import { schemeName, schemeOf, securityCodeLength } from "@/lib/domain/card-scheme";
import { Field, type FieldProps } from "../ui/Field";
import { ErrorText } from "../ui/FieldFrame";
import { Fieldset } from "../ui/Fieldset";

type TextPath = Exclude<FieldPath<CardFields>, "terms" | "expiry">;

/** One input of a card: controlled, and without the name that a form would send it under. */
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
  // What is typed in the middle of a number stays there: a new value would send the caret to the end.
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

/** Name, number, expiry and security code. */
export function CardInputs({
  form: { control, setValue, formState },
  errors,
}: {
  form: Pick<UseFormReturn<CardFields>, "control" | "setValue" | "formState">;
  errors: FieldErrors<CardFields>;
}) {
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
          <CardInput
            control={control}
            path="expiry.month"
            id="card-month"
            label="Month"
            inputMode="numeric"
            autoComplete="cc-exp-month"
            width="4"
            error={month?.message}
            isErrorAbove
          />
          <CardInput
            control={control}
            path="expiry.year"
            id="card-year"
            label="Year"
            inputMode="numeric"
            autoComplete="cc-exp-year"
            width="4"
            error={year?.message}
            isErrorAbove
          />
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
