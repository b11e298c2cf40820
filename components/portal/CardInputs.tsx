"use client";

import { type RefObject, useLayoutEffect, useRef } from "react";
import type { CardFields } from "@/lib/contract/forms/card";
import { schemeOf } from "@/packages/cards/card-scheme";
import { digitsIn } from "@/packages/text/text";
import { FORMATS } from "../card/answers";
import { type CardFieldProps, CardFieldset } from "../card/CardFieldset";
import { retype } from "../card/retype";
import type { FormOf } from "../forms/use-form";
import { Field } from "../ui/Field";

function CardInput({ field, ...rest }: CardFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const format = FORMATS[field];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the script ran
  useLayoutEffect(() => {
    if (input.current && format) input.current.value = format(input.current.value, false);
  }, []);
  return (
    <Field
      {...rest}
      ref={input}
      onInput={({ currentTarget, nativeEvent }) => format && retype(currentTarget, nativeEvent, format)}
    />
  );
}

interface Props {
  form: FormOf<keyof CardFields>;
  /** Where the processor draws its own fields; null where there are none. */
  processorFields: RefObject<HTMLDivElement | null> | null;
}

export function CardInputs({ form, processorFields }: Props) {
  return (
    <CardFieldset
      input={CardInput}
      scheme={schemeOf(digitsIn(form.values.number))}
      processorFields={processorFields && <div ref={processorFields} data-processor-fields />}
      shared={(name) => ({ error: form.errorOf(name), defaultValue: form.initialOf(name) })}
    />
  );
}
