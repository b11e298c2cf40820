import type { ActionField, Values } from "@/lib/staff/actions/action";
import { Problems } from "../forms/Problems";
import { Button } from "../ui/Button";
import { Field } from "../ui/Field";
import { SelectField } from "../ui/SelectField";

interface Props {
  address: string;
  fields: readonly ActionField[];
  values: Values;
  errors: Readonly<Record<string, string>>;
}

/** What an action has to know before it says what will happen. A GET form: nothing is done yet. */
export function ActionFields({ address, fields, values, errors }: Props) {
  return (
    <form action={address} noValidate className="space-y-6">
      <Problems fields={fields.map(({ name }) => name)} errors={errors} notice={null} />
      {fields.map(({ name, label, hint, type, options }) => {
        const same = { id: name, name, label, error: errors[name], defaultValue: values[name] };
        return options ? (
          <SelectField key={name} options={options} {...same} />
        ) : (
          <Field
            key={name}
            type={type === "date" ? "date" : "text"}
            inputMode={type === "amount" ? "decimal" : undefined}
            hint={hint}
            width="10"
            autoComplete="off"
            {...same}
          />
        );
      })}
      <Button>See what will happen</Button>
    </form>
  );
}
