"use client";

import { type Control, type FieldErrors, type FieldPath, useController, useWatch } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { groupCardNumber, schemeName, schemeOf, securityCodeLength } from "@/lib/domain/card-scheme";
import { Field, type FieldProps } from "../ui/Field";
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
    field: { name: _, value, onChange, ...field },
  } = useController({ control, name: path });
  return (
    <Field
      {...rest}
      {...field}
      value={value}
      onChange={({ target }) => {
        // In the middle of a number the caret would jump to its end.
        const isAtEnd = target.selectionStart === target.value.length;
        onChange(isAtEnd ? format(target.value) : target.value);
      }}
    />
  );
}

/** Keeps what was typed readable in groups, and leaves alone what is no number. */
function grouped(text: string): string {
  const digits = text.replace(/[\s\p{Pd}]/gu, "");
  return /^\d*$/.test(digits) ? groupCardNumber(digits) : text;
}

/** Name, number, expiry and security code. */
export function CardInputs({
  control,
  errors,
}: {
  control: Control<CardFields>;
  errors: FieldErrors<CardFields>;
}) {
  const number = useWatch({ control, name: "number" });
  const scheme = schemeOf(number.replace(/\D/g, ""));
  const codeLength = securityCodeLength(scheme);
  return (
    <>
      <CardInput
        control={control}
        path="name"
        id="card-name"
        label="Name on card"
        autoComplete="cc-name"
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
        format={grouped}
        error={errors.number?.message}
      />
      <Fieldset id="card-expiry" legend="Expiry date" hint="As on the card, for example 08 28">
        <div className="flex gap-4">
          <CardInput
            control={control}
            path="expiry.month"
            id="card-month"
            label="Month"
            inputMode="numeric"
            autoComplete="cc-exp-month"
            width="4"
            error={errors.expiry?.month?.message}
          />
          <CardInput
            control={control}
            path="expiry.year"
            id="card-year"
            label="Year"
            inputMode="numeric"
            autoComplete="cc-exp-year"
            width="4"
            error={errors.expiry?.year?.message}
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
