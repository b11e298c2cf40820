import { DateField } from "../../components/ui/DateField";
import { Field } from "../../components/ui/Field";
import { SelectField } from "../../components/ui/SelectField";
import { Section } from "./section";

const FREQUENCIES = [
  { value: "weekly", label: "Every week" },
  { value: "fortnightly", label: "Every fortnight" },
  { value: "monthly", label: "Every month" },
];

/** Text, dates and lists, at rest, in error and out of use. */
export function Answers() {
  return (
    <Section id="fields" title="Fields">
      <Field id="given" name="given" label="First name" autoComplete="off" />
      <Field id="email" name="email" type="email" label="Email address" hint="We send your agreement here." />
      <Field
        id="bsb"
        name="bsb"
        label="BSB"
        hint="6 digits"
        width="4"
        inputMode="numeric"
        error="BSB must be 6 digits"
        defaultValue="062-00"
      />
      <Field
        id="deposit"
        name="deposit"
        label="Deposit in dollars"
        prefix="$"
        width="4"
        defaultValue="150.00"
      />
      <Field id="code" name="code" label="Security code" width="2" />
      <Field id="locked" name="locked" label="Out of use" defaultValue="Ada" disabled />
      <Field id="fixed" name="fixed" label="To read only" defaultValue="Ada" readOnly />
      <DateField id="start" name="start" label="First payment date" defaultValue="2026-11-24" />
      <DateField
        id="start-error"
        name="start-error"
        label="First payment date, in error"
        hint="A business day, within 60 days."
        error="First payment date must be on or after 24 November 2026"
        defaultValue="2026-11-02"
      />
      <SelectField id="frequency" name="frequency" label="How often" options={FREQUENCIES} />
      <SelectField
        id="frequency-error"
        name="frequency-error"
        label="How often, in error"
        options={[{ value: "", label: "" }, ...FREQUENCIES]}
        error="Choose how often you want to pay"
      />
    </Section>
  );
}
