"use client";

import { useEffect, useRef } from "react";
import type { ActionField, Values } from "@/lib/staff/actions/action";
import { Problems } from "../forms/Problems";
import { focusProblems } from "../forms/problems-dom";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Radio } from "../ui/Radio";
import { SelectField } from "../ui/SelectField";

/** Fewer are shown each by itself. */
const MIN_IN_LIST = 20;

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
      {fields.map(({ name, label, hint, type, options }) => {
        const same = { id: name, label, error: errors[name] };
        if (!options)
          return (
            <Field
              key={name}
              name={name}
              defaultValue={values[name]}
              type={type === "date" ? "date" : "text"}
              inputMode={type === "amount" ? "decimal" : undefined}
              hint={hint}
              width="10"
              autoComplete="off"
              {...same}
            />
          );
        if (options.length >= MIN_IN_LIST)
          return (
            <SelectField key={name} name={name} defaultValue={values[name]} options={options} {...same} />
          );
        return (
          <Fieldset key={name} id={name} legend={label} error={errors[name]}>
            {options.map(({ value, label: shown }) => (
              <Radio
                key={value}
                id={`${name}-${value}`}
                name={name}
                value={value}
                label={shown}
                defaultChecked={value === (values[name] || options[0]?.value)}
              />
            ))}
          </Fieldset>
        );
      })}
      <Button>See what will happen</Button>
    </form>
  );
}
