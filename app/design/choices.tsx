import { Checkbox } from "../../components/ui/Checkbox";
import { Field } from "../../components/ui/Field";
import { Fieldset } from "../../components/ui/Fieldset";
import { Radio } from "../../components/ui/Radio";
import { RadioCard } from "../../components/ui/RadioCard";
import { Section } from "./section";

/** Cards, radios and checkboxes. */
export function Choices() {
  return (
    <Section id="choices" title="Choices">
      <Fieldset id="pay" legend="How to pay">
        <RadioCard
          id="pay-card"
          name="pay"
          value="card"
          label="Pay $1,500.00 today by card"
          description="Visa, Mastercard or American Express"
        />
        <RadioCard
          id="pay-plan"
          name="pay"
          value="plan"
          label="26 fortnightly payments of $57.69"
          description="No interest. Last payment $57.75."
          defaultChecked
        >
          <Field id="payments" name="payments" label="Number of payments" width="2" defaultValue="26" />
        </RadioCard>
      </Fieldset>
      <Fieldset
        id="alone"
        legend="Can you authorise debits from this account on your own?"
        hint="Some joint accounts need two people."
      >
        <Radio id="alone-yes" name="alone" value="yes" label="Yes" defaultChecked />
        <Radio id="alone-no" name="alone" value="no" label="No" />
        <Radio id="alone-off" name="alone-off" value="off" label="Out of use" disabled />
      </Fieldset>
      <Fieldset
        id="contact"
        legend="A larger question"
        legendSize="h2"
        hint="Choose one."
        error="Choose yes or no"
      >
        <div>
          <Radio id="contact-yes" name="contact" value="yes" label="Yes" />
          <Radio id="contact-no" name="contact" value="no" label="No" />
        </div>
      </Fieldset>
      <div className="space-y-4">
        <Checkbox
          id="terms"
          name="terms"
          defaultChecked
          label={
            <>
              I accept the <a href="#choices">Terms and Conditions</a> of Harbour College
            </>
          }
        />
        <Checkbox
          id="agreement"
          name="agreement"
          label="I have read the payment plan agreement and accept it, and I know that a missed payment can be taken later with the next one"
          error="Accept the payment plan agreement to continue"
        />
        <Checkbox id="unused" name="unused" label="Out of use" disabled />
      </div>
    </Section>
  );
}
