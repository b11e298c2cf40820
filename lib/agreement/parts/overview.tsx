import { Text, View } from "@react-pdf/renderer";
import { formatDate } from "../../../packages/dates/calendar";
import { dayOf } from "../../../packages/dates/zone";
import { Entry, Lines, Section, Title, tableOf, Value } from "../../../packages/pdf/blocks";
import { tagged } from "../../../packages/pdf/tags";
import { COLOUR, HAIRLINE, TYPE, WEIGHT } from "../../../packages/pdf/theme";
import { displayName } from "../../../packages/text/names";
import { groupsOf } from "../../domain/business-number";
import { formatMoney } from "../../domain/money";
import type { AgreementModel, AgreementPlan } from "../model";

export function TitleBlock({ model }: { model: AgreementModel }) {
  const lead =
    `Between ${model.provider.name} and ${displayName(model.student)}, for ${model.course.name}. ` +
    `Signed electronically on ${dayOf(model.signedAt, model.timeZone)}.`;
  return <Title title="Payment Plan Agreement" lead={lead} />;
}

export function Parties(props: { number: number; model: AgreementModel; rewritten: boolean }) {
  const { number, model, rewritten } = props;
  const { provider, student, course } = model;
  return (
    <Section number={number} title="Parties">
      <Entry table="parties" label="Education provider">
        <ProviderLines provider={provider} />
      </Entry>
      <Entry table="parties" label="Student">
        <Value tone="strong" text={displayName(student)} />
        <Value text={student.email} />
      </Entry>
      <Entry table="parties" label="Course">
        <Value text={course.name} />
      </Entry>
      <Lines tone="small" style={{ marginTop: 6 }} text={WHO_WE_ARE} />
      {model.linkAddress ? (
        <View wrap={false} {...tagged("P")} style={{ marginTop: 3 }}>
          <Lines tone="small" text={AS_PAGE} tag={{ as: "Span" }} />
          <Lines
            tone="small"
            text={model.linkAddress}
            tag={{ as: "Link" }}
            style={{ alignSelf: "flex-start", color: COLOUR.accent, textDecoration: "underline" }}
          />
        </View>
      ) : null}
      {rewritten ? <Lines tone="small" style={{ marginTop: 3 }} text={REWRITTEN} /> : null}
    </Section>
  );
}

export function ProviderLines({ provider }: Pick<AgreementModel, "provider">) {
  const contact = [provider.email, provider.phone].filter(Boolean).join(" · ");
  return (
    <>
      <Value tone="strong" text={provider.name} />
      {provider.legalName ? <Value text={provider.legalName} /> : null}
      {provider.businessNumber ? <Value text={`ABN ${groupsOf(provider.businessNumber)}`} /> : null}
      {contact ? <Value text={contact} /> : null}
      <Value tone="small" text={`Provider code ${provider.code}`} />
    </>
  );
}

const WHO_WE_ARE = "In this agreement “we” and “us” are the education provider, and “you” are the student.";

const AS_PAGE =
  "You can also read this agreement as a page, by your link to your enrolment. Get a new link at";

const REWRITTEN =
  "Characters shown as [U+…] are outside this document’s typefaces; the name as entered is kept in the record.";

export function KeyFacts({ number, model }: { number: number; model: AgreementModel }) {
  const { money, plan } = model;
  const facts: [string, string][] = [
    ["Course fee", formatMoney(money.feeCents)],
    [depositLabel(model), formatMoney(money.depositCents)],
    ["Amount financed", formatMoney(money.financedCents)],
    ["Number of payments", String(plan.numberOfInstalments)],
    ["Frequency", plan.frequency],
    ...payments(plan),
    ["Interest", "0% a year"],
    ["Fees", "None"],
  ];
  return (
    <Section number={number} title="Key facts">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label} value={value} look={FACT} />
      ))}
      <Fact label="Total payable" value={formatMoney(money.totalPayableCents)} look={TOTAL} />
    </Section>
  );
}

const FACT = {
  row: HAIRLINE,
  label: { ...TYPE.body, color: COLOUR.muted },
  value: { ...TYPE.body, fontWeight: WEIGHT.strong },
};
const TOTAL = {
  row: { borderBottomWidth: 0.75, borderBottomColor: COLOUR.accent },
  label: TYPE.strong,
  value: { ...TYPE.strong, color: COLOUR.accent },
};
const ROW = { flexDirection: "row", justifyContent: "space-between", paddingVertical: 2.5 } as const;

function Fact({ label, value, look }: { label: string; value: string; look: typeof FACT | typeof TOTAL }) {
  return (
    <View wrap={false} {...tagged("TR", { within: tableOf("facts") })} style={{ ...ROW, ...look.row }}>
      <Text {...tagged("TH", { text: label, scope: "Row" })} style={look.label}>
        {label}
      </Text>
      <Text {...tagged("TD", { text: value })} style={look.value}>
        {value}
      </Text>
    </View>
  );
}

/** A single payment is not called first and last. */
function payments(plan: AgreementPlan): [string, string][] {
  const amount = formatMoney(plan.instalmentCents);
  const first = formatDate(plan.firstDebitDate);
  if (plan.numberOfInstalments === 1) return Object.entries({ Payment: amount, "Debit date": first });
  return [
    ["Each payment", amount],
    ["Last payment", formatMoney(plan.lastInstalmentCents)],
    ["First debit date", first],
    ["Last debit date", formatDate(plan.lastDebitDate)],
  ];
}

function depositLabel({ money, depositConfirmed }: AgreementModel): string {
  return money.depositCents > 0 && depositConfirmed ? "Deposit, confirmed by the provider" : "Deposit";
}
