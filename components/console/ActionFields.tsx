"use client";

import { useEffect, useRef } from "react";
import type { ActionField, Values } from "@/lib/staff/actions/action";
import { Problems } from "../forms/Problems";
import { focusProblems } from "../forms/problems-dom";
import { Button } from "../ui/Button";
import { OneField } from "./OneField";

interface Props {
  address: string;
  fields: readonly ActionField[];
  values: Values;
  errors: Readonly<Record<string, string>>;
}

/** What an action has to know before it says what will happen. A GET form: nothing is done yet. */
export function ActionFields({ address, fields, values, errors }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => focusProblems(form.current), []);
  return (
    <form ref={form} action={address} noValidate className="space-y-6">
      <Problems fields={fields.map(({ name }) => name)} errors={errors} notice={null} />
      {fields.map((field) => {
        const { name, options } = field;
        const value = values[name] || options?.[0]?.value || "";
        return (
          <OneField key={name} of={field} id={name} name={name} error={errors[name]} defaultValue={value} />
        );
      })}
      <Button>See what will happen</Button>
    </form>
  );
}
