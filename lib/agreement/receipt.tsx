import { dayOf, momentText } from "../../packages/dates/zone";
import { Entry, Section, Title, Value } from "../../packages/pdf/blocks";
import type { Tags } from "../../packages/pdf/tags";
import { displayName } from "../../packages/text/names";
import { formatMoney } from "../domain/money";
import type { ReceiptModel } from "./model";
import { ProvidersPaper } from "./paper";
import { ProviderLines } from "./parts/overview";

const TITLE = "Receipt";

/**
 * What was paid, by whom, to whom and when. It does not mention tax, because the records have no data about tax.
 * @param model already passed through `printableData`
 */
export function ReceiptDocument({ model, tags }: { model: ReceiptModel; tags: Tags }) {
  const { provider, student, course, card, timeZone } = model;
  const amount = formatMoney(model.amountCents);
  const lead = `${amount} paid to ${provider.name} on ${dayOf(model.paidAt, timeZone)}, for ${course.name}.`;
  const facts = {
    Date: momentText(model.paidAt, timeZone),
    ...(card && { Card: card }),
    "Receipt number": model.receiptNumber,
    Reference: model.reference,
    ...(model.refunded && { Refunded: model.refunded }),
  };
  return (
    <ProvidersPaper
      title={TITLE}
      subject={`Payment for ${course.name}`}
      at={model.paidAt}
      model={model}
      tags={tags}
    >
      <Title title={TITLE} lead={lead} />
      <Section title="Payment">
        <Entry table="payment" label="Paid">
          <Value tone="strong" text={amount} />
        </Entry>
        {Object.entries(facts).map(([label, text]) => (
          <Entry key={label} table="payment" label={label}>
            <Value text={text} />
          </Entry>
        ))}
      </Section>
      <Section title="Paid to">
        <Entry table="payee" label="Education provider">
          <ProviderLines provider={provider} />
        </Entry>
      </Section>
      <Section title="Paid for">
        <Entry table="course" label="Student">
          <Value tone="strong" text={displayName(student)} />
          <Value text={student.email} />
        </Entry>
        <Entry table="course" label="Course">
          <Value text={course.name} />
        </Entry>
      </Section>
    </ProvidersPaper>
  );
}
