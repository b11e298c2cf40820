"use client";

import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import { type Control, type FieldPath, type UseFormReturn, useController, useWatch } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { caretAfter, digitsOf, expiryShown, grouped } from "@/lib/contract/forms/card-text";
import { schemeOf, securityCodeLength } from "@/lib/domain/card-scheme";
import { Field, type FieldProps } from "../ui/Field";
import { CardMark } from "./CardMark";

type TextPath = Exclude<FieldPath<CardFields>, "terms">;

/** Controlled, and without a `name`, so that no form can send it. */
function CardInput({
  control,
  path,
  format = (text) => text,
  ...rest
}: {
  control: Control<CardFields>;
  path: TextPath;
  format?: (text: string, isDeleting: boolean) => string;
} & FieldProps) {
  const {
    field: { name: _, value, onChange, ref, ...field },
  } = useController({ control, name: path });
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script ran
  useLayoutEffect(() => {
    const typed = input.current!.value;
    if (typed !== value) onChange(format(typed, false));
  }, []);
  // A new value would move the caret to the end while somebody types in the middle of a number.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current!.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function change({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const isDeleting = (nativeEvent as InputEvent).inputType?.startsWith("delete") ?? false;
    const text = format(target.value, isDeleting);
    const at = target.selectionStart ?? target.value.length;
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

export function CardInputs({ form: { control, formState } }: { form: UseFormReturn<CardFields> }) {
  const { errors } = formState;
  const number = useWatch({ control, name: "number" });
  const scheme = schemeOf(digitsOf(number));
  const codeLength = securityCodeLength(scheme);
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
        enterKeyHint="next"
        error={errors.name?.message}
      />
      <fieldset className="min-w-0 space-y-4 rounded border border-divider bg-surface p-4 sm:p-5">
        <legend className="sr-only">Card</legend>
        <CardInput
          control={control}
          path="number"
          id="card-number"
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          enterKeyHint="next"
          className="tabular-nums"
          mark={<CardMark scheme={scheme} />}
          format={grouped}
          error={errors.number?.message}
        />
        {/* Side by side where both have room, their boxes in one line. */}
        <div className="grid items-end gap-4 card-columns">
          <CardInput
            control={control}
            path="expiry"
            id="card-expiry"
            label="Expiry date"
            hint="Month and year"
            inputMode="numeric"
            autoComplete="cc-exp"
            enterKeyHint="next"
            className="tabular-nums"
            format={expiryShown}
            error={errors.expiry?.message}
          />
          <CardInput
            control={control}
            path="cvc"
            id="card-cvc"
            label="Security code"
            hint={codeLength === 4 ? "4 digits on the front" : "3 digits on the back"}
            inputMode="numeric"
            autoComplete="cc-csc"
            enterKeyHint="done"
            className="tabular-nums"
            error={errors.cvc?.message}
          />
        </div>
      </fieldset>
    </>
  );
}
