"use client";

import { type ChangeEvent, useLayoutEffect, useRef } from "react";
import type { FieldPath } from "react-hook-form";
import type { CardFields } from "@/lib/contract/forms/card";
import { caretAfter, expiryShown, grouped } from "@/lib/contract/forms/card-text";
import { schemeOf, securityCodeLength } from "@/packages/cards/card-scheme";
import { digitsIn } from "@/packages/text/text";
import type { LateForm } from "../forms/late-form";
import { Field, type FieldProps } from "../ui/Field";
import { CardMark } from "./CardMark";

type TextPath = Exclude<FieldPath<CardFields>, "terms">;

/** Controlled, and without a `name`, so that no form can send it. */
function CardInput({
  of: { values, change },
  path,
  format = (text) => text,
  ...rest
}: {
  of: LateForm<CardFields>;
  path: TextPath;
  format?: (text: string, isDeleting: boolean) => string;
} & FieldProps) {
  const value = values[path];
  const onChange = (text: string) => change({ [path]: text }, path);
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script ran
  useLayoutEffect(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== value) onChange(format(typed, false));
  }, []);
  // A new value would move the caret to the end while somebody types in the middle of a number.
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  function retype({ target, nativeEvent }: ChangeEvent<HTMLInputElement>): void {
    const isDeleting = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith("delete");
    const text = format(target.value, isDeleting);
    const at = target.selectionStart ?? target.value.length;
    caret.current = caretAfter(target.value, at, text, isDeleting);
    onChange(text);
  }
  return <Field {...rest} ref={input} value={value} onChange={retype} />;
}

export function CardInputs({ form }: { form: LateForm<CardFields> }) {
  const { errors, values } = form;
  const scheme = schemeOf(digitsIn(values.number));
  const codeLength = securityCodeLength(scheme);
  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">Card</legend>
      {/* One box, where very large letters leave room for its edge. */}
      <div className="space-y-4 border-divider @min-[12rem]:rounded @min-[12rem]:border @min-[12rem]:bg-surface @min-[12rem]:p-4 @min-[30rem]:p-5">
        <CardInput
          of={form}
          path="name"
          id="card-name"
          label="Name on card"
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          error={errors.name?.message}
        />
        <CardInput
          of={form}
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
            of={form}
            path="expiry"
            id="card-expiry"
            label="Expiry date"
            hint="MM/YY"
            inputMode="numeric"
            autoComplete="cc-exp"
            enterKeyHint="next"
            className="tabular-nums"
            format={expiryShown}
            error={errors.expiry?.message}
          />
          <CardInput
            of={form}
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
      </div>
    </fieldset>
  );
}
