import { Text, View } from "@react-pdf/renderer";
import { momentText } from "../../../packages/dates/zone";
import { Lines, Paragraph, Section, tableOf } from "../../../packages/pdf/blocks";
import { type Tag, tagged } from "../../../packages/pdf/tags";
import { COLOUR, GRID, HAIRLINE, TYPE } from "../../../packages/pdf/theme";
import { displayName } from "../../../packages/text/names";
import type { AgreementModel } from "../model";

const MARK = 16;

export function Declarations({ number, model }: { number: number; model: AgreementModel }) {
  const width = GRID.main - MARK;
  return (
    <Section number={number} title="Declarations">
      {model.declarations.map(({ key, text, version, acceptedAt, acceptedVia }) => (
        <View
          key={key}
          wrap={false}
          {...tagged("LI", { within: { as: "L", key: "declarations" } })}
          style={{ flexDirection: "row", paddingBottom: 6, marginBottom: 6, ...HAIRLINE }}
        >
          <Text
            {...tagged("Lbl", { text: "✓" })}
            style={{ ...TYPE.strong, width: MARK, color: COLOUR.accent }}
          >
            ✓
          </Text>
          <View {...tagged("LBody")} style={{ width }}>
            <Lines text={text} width={width} />
            <Lines
              text={`Accepted ${momentText(acceptedAt, model.timeZone)}. Wording ${version}.`}
              tone="small"
              width={width}
              style={{ marginTop: 1 }}
            />
            <Lines text={`Sent by ${acceptedVia}.`} tone="small" width={width} />
          </View>
        </View>
      ))}
    </Section>
  );
}

/** Who accepted, when and how. There is no signature line, because nobody signs by hand. */
export function Acceptance({ number, model }: { number: number; model: AgreementModel }) {
  const { student, provider } = model;
  const signed = momentText(model.signedAt, model.timeZone);
  return (
    <Section number={number} title="Acceptance">
      <Paragraph
        text={
          "The student accepted this agreement electronically, by the declarations above. They were sent by " +
          `${senders(model)} and recorded on ${signed}. This document was made from that record. No handwritten ` +
          "signature is needed. The SHA-256 of this file is kept with the record, so that any later change to " +
          "the file can be shown."
        }
      />
      <View wrap={false} style={SIGNATURES}>
        <Party as="Accepted by the student" name={displayName(student)} lines={[student.email, signed]} />
        <Party
          as="For the education provider"
          name={provider.name}
          lines={["By its enrolment service", signed]}
        />
      </View>
    </Section>
  );
}

/** The provider's system sent the declarations, from a page of its own. */
const senders = ({ declarations }: AgreementModel) =>
  [...new Set(declarations.map(({ acceptedVia }) => acceptedVia))].join(" and ");

const SIGNATURES = {
  flexDirection: "row",
  gap: 16,
  marginTop: 5,
  paddingVertical: 9,
  paddingHorizontal: 10,
  backgroundColor: COLOUR.background,
  borderTopWidth: 0.75,
  borderTopColor: COLOUR.accent,
  borderBottomWidth: 0.5,
  borderBottomColor: COLOUR.divider,
} as const;
const PARTY = (GRID.main - SIGNATURES.gap - 2 * SIGNATURES.paddingHorizontal) / 2;

function Party({ as, name, lines }: { as: string; name: string; lines: string[] }) {
  const within: Tag = { as: "TD", key: `TD ${as}` };
  return (
    <View {...tagged("TR", { within: tableOf("acceptance") })} style={{ width: PARTY }}>
      <Lines text={as} tone="small" width={PARTY} tag={{ as: "TH", scope: "Row" }} />
      <Lines text={name} tone="strong" width={PARTY} style={{ marginTop: 1 }} tag={{ as: "P", within }} />
      {lines.map((line) => (
        <Lines key={line} text={line} tone="small" width={PARTY} tag={{ as: "P", within }} />
      ))}
    </View>
  );
}
