import { Document, Page, type PageProps, Text, View } from "@react-pdf/renderer";
import { formatMoney } from "../domain/money";
import { displayName } from "../domain/names";
import { property } from "./document";
import { dayOf, momentText } from "./instants";
import type { ReceiptModel } from "./model";
import { Entry, Lines, Section, Value } from "./parts/blocks";
import { Chrome } from "./parts/chrome";
import { ProviderLines } from "./parts/overview";
import { type Tags, tagged } from "./tags";
import { COLOUR, FONT_FAMILY, GRID, TYPE } from "./theme";

const TITLE = "Receipt";

/**
 * What was paid, by whom, to whom and when. It says nothing of tax: of that the records know nothing. D-248
 * @param model already passed through `printableData`
 */
export function ReceiptDocument({ model, tags }: { model: ReceiptModel; tags: Tags }) {
  const { provider, student, course, card, timeZone } = model;
  const paid = new Date(model.paidAt);
  const layout: PageProps["layout"] = ({ pageNumber, totalPages, children }) => (
    <Chrome title={TITLE} model={model} pageNumber={pageNumber} totalPages={totalPages}>
      {children}
    </Chrome>
  );
  const amount = formatMoney(model.amountCents);
  const lead = `${amount} paid to ${provider.name} on ${dayOf(model.paidAt, timeZone)}, for ${course.name}.`;
  return (
    <Document
      title={property(`Receipt ${model.reference}`)}
      author={property(provider.name)}
      subject={property(`Payment for ${course.name}`)}
      creator="Provider Checkout"
      producer="Provider Checkout"
      language="en-AU"
      creationDate={paid}
      modificationDate={paid}
      conformance="PDF/A-2b"
      {...{ tags }}
    >
      <Page
        size="A4"
        layout={layout}
        style={{ paddingHorizontal: GRID.margin, fontFamily: FONT_FAMILY, color: COLOUR.text, ...TYPE.body }}
      >
        <View style={{ marginTop: 8, marginBottom: 6 }}>
          <Text {...tagged("H1", { text: TITLE })} style={TYPE.title}>
            {TITLE}
          </Text>
          <Lines text={lead} tone="lead" width={GRID.content - 60} style={{ marginTop: 5 }} />
        </View>
        <Section title="Payment">
          <Entry table="payment" label="Paid">
            <Value tone="strong" text={amount} />
          </Entry>
          <Entry table="payment" label="Date">
            <Value text={momentText(model.paidAt, timeZone)} />
          </Entry>
          {card ? (
            <Entry table="payment" label="Card">
              <Value text={card} />
            </Entry>
          ) : null}
          <Entry table="payment" label="Receipt number">
            <Value text={model.receiptNumber} />
          </Entry>
          <Entry table="payment" label="Reference">
            <Value text={model.reference} />
          </Entry>
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
      </Page>
    </Document>
  );
}
