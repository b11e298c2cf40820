"use client";

import { type FormEvent, useLayoutEffect, useRef } from "react";
import type { CardFields } from "@/lib/contract/forms/card";
import { schemeOf, securityCodeLength } from "@/packages/cards/card-scheme";
import { caretAfter, expiryShown, grouped } from "@/packages/cards/card-text";
import { digitsIn } from "@/packages/text/text";
import type { FormOf } from "../forms/use-form";
import { Field, type FieldProps } from "../ui/Field";
import { CardMark } from "./CardMark";

type Format = (text: string, isDeleting: boolean) => string;

/** Without a `name`, so that no form can send it. */
function CardInput({ format, ...rest }: FieldProps & { format?: Format }) {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script ran
  useLayoutEffect(() => {
    if (input.current && format) input.current.value = format(input.current.value, false);
  }, []);
  function retype({
    currentTarget: { value, selectionStart },
    nativeEvent,
  }: FormEvent<HTMLInputElement>): void {
    const isDeleting = nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith("delete");
    const text = format?.(value, isDeleting) ?? value;
    const caret = caretAfter(value, selectionStart ?? value.length, text, isDeleting);
    if (!input.current || caret === null) return;
    input.current.value = text;
    // Else the new value would move it to the end while somebody types in the middle of a number.
    input.current.setSelectionRange(caret, caret);
  }
  return <Field {...rest} ref={input} onInput={retype} />;
}

export function CardInputs({ form }: { form: FormOf<keyof CardFields> }) {
  const scheme = schemeOf(digitsIn(form.values.number));
  const codeLength = securityCodeLength(scheme);
  const field = (name: keyof CardFields) => ({
    id: `card-${name}`,
    "data-name": name,
    error: form.errorOf(name),
    defaultValue: form.initialOf(name),
  });
  return (
    <fieldset className="@container min-w-0">
      <legend className="sr-only">Card</legend>
      {/* One box, where very large letters leave room for its edge. */}
      <div className="space-y-4 border-divider @min-[12rem]:rounded @min-[12rem]:border @min-[12rem]:bg-surface @min-[12rem]:p-4 @min-[30rem]:p-5">
        <CardInput
          label="Name on card"
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          {...field("name")}
        />
        <CardInput
          label="Card number"
          inputMode="numeric"
          autoComplete="cc-number"
          enterKeyHint="next"
          className="tabular-nums"
          mark={<CardMark scheme={scheme} />}
          format={grouped}
          {...field("number")}
        />
        {/* Side by side where both have room, which larger text takes; their boxes in one line. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-end gap-4">
          <CardInput
            label="Expiry date"
            hint="MM/YY"
            inputMode="numeric"
            autoComplete="cc-exp"
            enterKeyHint="next"
            className="tabular-nums"
            format={expiryShown}
            {...field("expiry")}
          />
          <CardInput
            label="Security code"
            hint={codeLength === 4 ? "4 digits on the front" : "3 digits on the back"}
            inputMode="numeric"
            autoComplete="cc-csc"
            enterKeyHint="done"
            className="tabular-nums"
            {...field("cvc")}
          />
        </div>
      </div>
    </fieldset>
  );
}
