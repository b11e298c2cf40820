import type { ActionField } from "@/lib/staff/actions/action";
import type { SetUpField } from "@/lib/staff/set-up/action";
import { Checkbox } from "../ui/Checkbox";
import { Field, type FieldProps } from "../ui/Field";
import { Fieldset } from "../ui/Fieldset";
import { Radio } from "../ui/Radio";
import { SelectField } from "../ui/SelectField";
import { TextArea } from "../ui/TextArea";

/** Fewer are shown each by itself. */
const MIN_IN_LIST = 20;

const LOOKS = {
  text: {},
  secret: { type: "password" },
  file: { type: "file", className: "text-sm max-xs:px-1", defaultValue: undefined },
  date: { type: "date", width: "10" },
  amount: { inputMode: "decimal", width: "10" },
} as const satisfies Record<string, Partial<FieldProps>>;

interface Props {
  id: string;
  of: ActionField | SetUpField;
  name: string;
  error: string | undefined;
  defaultValue: string;
}

/** A field as an action or a change of the set-up asks for it. */
export function OneField({ of: { label, hint, type, options = [] }, ...field }: Props) {
  const { id, name, error, defaultValue } = field;
  if (type === "lines") return <TextArea label={label} hint={hint} rows={6} spellCheck={false} {...field} />;
  if (type !== "choice" && type !== "checks")
    return (
      <Field
        label={label}
        hint={hint}
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...field}
        {...LOOKS[type]}
      />
    );
  if (type === "choice" && options.length >= MIN_IN_LIST)
    return <SelectField label={label} options={options} {...field} />;
  const chosen = defaultValue.split("\n");
  const Choice = type === "choice" ? Radio : Checkbox;
  return (
    <Fieldset id={id} legend={label} hint={hint} error={error}>
      {options.map(({ value, label: shown }) => (
        <Choice
          key={value}
          id={`${name}-${value}`}
          name={name}
          value={value}
          label={shown}
          defaultChecked={chosen.includes(value)}
        />
      ))}
    </Fieldset>
  );
}
