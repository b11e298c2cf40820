import { Text, View } from "@react-pdf/renderer";
import { momentOf } from "../../../packages/dates/zone";
import { bookmark, Entry, HeaderRow, Lines, Section, Value } from "../../../packages/pdf/blocks";
import { type Tag, tagged } from "../../../packages/pdf/tags";
import { COLOUR, GRID, HAIRLINE, TYPE } from "../../../packages/pdf/theme";
import type { AgreementEvent, AgreementModel } from "../model";

/** The caller chooses its user agent. A very long one must not fill pages of an agreement. */
const LONGEST_USER_AGENT = 300;

const GAP = 8;
const MOMENT = 104;
const ADDRESS = 118;
const EVENT = GRID.content - 2 * MOMENT - ADDRESS - 3 * GAP;
const COLUMNS = [
  { title: "Event", width: EVENT },
  { title: "UTC", width: MOMENT },
  { title: "Local time", width: MOMENT },
  { title: "IP address", width: ADDRESS },
] as const;

/** What happened, when and from where, with the texts and records that prove it. */
export function Evidence({ model }: { model: AgreementModel }) {
  const lead = `How this agreement came about, recorded as each step took place. Local time is that of ${model.timeZone}.`;
  return (
    <View break {...bookmark("Evidence")} {...tagged("Sect")}>
      <View style={{ marginTop: 8, marginBottom: 12 }}>
        <Text {...tagged("H2", { text: "Evidence" })} style={{ ...TYPE.title, fontSize: 17 }}>
          Evidence
        </Text>
        <Lines
          text={lead}
          width={GRID.content - 40}
          tone="body"
          style={{ color: COLOUR.muted, marginTop: 3 }}
        />
      </View>
      <Events model={model} />
      {/* Kept together where it is short, so that the last page does not hold a few lines only. */}
      <View wrap={model.versions.length > 12}>
        <Record title="Identifiers" entries={identifiers(model)} />
        <Record title="Versions and hashes" entries={model.versions} />
      </View>
    </View>
  );
}

interface Labelled {
  label: string;
  value: string;
}

function Record({ title, entries }: { title: string; entries: Labelled[] }) {
  return (
    <Section title={title} level={3}>
      {entries.map(({ label, value }) => (
        <Entry key={label} table={title} label={label}>
          <Value text={value} />
        </Entry>
      ))}
    </Section>
  );
}

function identifiers(model: AgreementModel): Labelled[] {
  return [
    { label: "Provider’s reference", value: model.reference },
    { label: "Agreement", value: model.agreementId },
    { label: "Checkout", value: model.checkoutId },
    { label: "Opportunity", value: model.opportunityId },
    { label: "Direct debit authority", value: model.ddaId },
    { label: "Environment", value: model.environment },
  ];
}

function Events({ model }: { model: AgreementModel }) {
  return (
    <View {...tagged("Table")}>
      <HeaderRow name="event" columns={COLUMNS} styleOf={({ width }) => ({ width })} gap={GAP} />
      {model.evidence.map((event, index) => (
        <EventRow
          number={index + 1}
          key={`${event.at} ${event.event}`}
          event={event}
          timeZone={model.timeZone}
        />
      ))}
    </View>
  );
}

function EventRow(props: { number: number; event: AgreementEvent; timeZone: string }) {
  const { number, event, timeZone } = props;
  const beside = GRID.content - EVENT - GAP;
  const remarks = [userAgentOf(event), event.note].filter(Boolean).join(" · ");
  // The remark below belongs to the address.
  const address: Tag = { as: "TD", key: `address ${number}` };
  return (
    <View wrap={false} {...tagged("TR")} style={{ paddingVertical: 4, ...HAIRLINE }}>
      <View style={{ flexDirection: "row", gap: GAP }}>
        <View {...tagged("TH", { scope: "Row" })} style={{ width: EVENT }}>
          <Lines text={event.event} tone="strong" width={EVENT} />
          <Lines text={event.actor} tone="small" width={EVENT} />
        </View>
        <View style={{ width: beside }}>
          <View style={{ flexDirection: "row", gap: GAP }}>
            <Moment {...momentOf(event.at, "UTC")} />
            <Moment {...momentOf(event.at, timeZone)} />
            <View style={{ width: ADDRESS }}>
              <Lines
                text={event.ipAddress ?? "Not recorded"}
                width={ADDRESS}
                tag={{ as: "P", within: address }}
              />
            </View>
          </View>
          {remarks ? (
            <Lines text={remarks} tone="tiny" width={beside} tag={{ as: "P", within: address }} />
          ) : null}
        </View>
      </View>
    </View>
  );
}

function Moment({ date, time }: { date: string; time: string }) {
  return (
    <View {...tagged("TD")} style={{ width: MOMENT }}>
      <Lines text={date} width={MOMENT} />
      <Lines text={time} tone="small" width={MOMENT} />
    </View>
  );
}

function userAgentOf({ userAgent }: AgreementEvent): string {
  if (!userAgent) return "";
  if (userAgent.length <= LONGEST_USER_AGENT) return `User agent: ${userAgent}`;
  return `User agent: ${userAgent.slice(0, LONGEST_USER_AGENT)}… (${userAgent.length} characters in all)`;
}
