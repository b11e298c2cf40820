import { Text, View } from "@react-pdf/renderer";
import { momentText } from "../instants";
import type { AgreementModel } from "../model";
import { COLOUR, GRID, HAIRLINE, TYPE } from "../theme";
import { Lines, Paragraph, Section } from "./blocks";

const MARK = 16;

/** The declarations, word for word, each with its version, its time and who sent it. */
export function Declarations({ number, model }: { number: number; model: AgreementModel }) {
  const width = GRID.main - MARK;
  return (
    <Section number={number} title="Declarations">
      {model.declarations.map(({ key, text, version, acceptedAt, acceptedVia }) => (
        <View
          key={key}
          wrap={false}
          style={{ flexDirection: "row", paddingBottom: 6, marginBottom: 6, ...HAIRLINE }}
        >
          <Text style={{ ...TYPE.strong, width: MARK, color: COLOUR.accent }}>✓</Text>
          <View style={{ width }}>
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

/** Who accepted, when, and by what act. Nobody signs with a pen, so no line waits for one. */
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
      <View wrap={false} style={{ flexDirection: "row", justifyContent: "space-between", marginTop: 4 }}>
        <Party
          as="Student"
          name={`${student.firstName} ${student.lastName}`}
          lines={[student.email, signed]}
        />
        <Party as="Education provider" name={provider.name} lines={["Through this service", signed]} />
      </View>
    </Section>
  );
}

/** A provider's system may have sent what the student declared on a page of the provider. */
const senders = ({ declarations }: AgreementModel) =>
  [...new Set(declarations.map(({ acceptedVia }) => acceptedVia))].join(" and ");

const PARTY = (GRID.main - 16) / 2;

function Party({ as, name, lines }: { as: string; name: string; lines: string[] }) {
  return (
    <View style={{ width: PARTY, borderTopWidth: 0.75, borderTopColor: COLOUR.muted, paddingTop: 5 }}>
      <Text style={TYPE.small}>{as}</Text>
      <Lines text={name} tone="strong" width={PARTY} />
      {lines.map((line) => (
        <Lines key={line} text={line} tone="small" width={PARTY} />
      ))}
    </View>
  );
}
