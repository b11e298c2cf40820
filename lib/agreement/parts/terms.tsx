import { Text, View } from "@react-pdf/renderer";
import { momentText } from "../../../packages/dates/zone";
import { Entry, Paragraph, Quotation, Section, Value } from "../../../packages/pdf/blocks";
import { tagged } from "../../../packages/pdf/tags";
import { TYPE } from "../../../packages/pdf/theme";
import type { AgreementModel } from "../model";

/**
 * One section of the agreement's wording, by its key.
 * @throws Error for an unknown key, so that no agreement is made without one of its terms
 */
export function Term({ number, term, model }: { number: number; term: string; model: AgreementModel }) {
  const section = model.terms.find(({ key }) => key === term);
  if (!section) throw new Error(`The agreement's wording has no section "${term}"`);
  return (
    <Section number={number} title={section.heading}>
      {section.paragraphs.map((paragraph) => (
        <Paragraph key={paragraph} text={paragraph} />
      ))}
    </Section>
  );
}

/** The bank authority that the student gave, with the account number masked. */
export function DirectDebitAuthority({ number, model }: { number: number; model: AgreementModel }) {
  const { authority, bank } = model;
  return (
    <Section number={number} title="Direct debit authority" aside={`Wording ${authority.version}`}>
      <Paragraph text="The Direct Debit Request, as the student agreed to it:" />
      <Quotation text={authority.text} />
      <View style={{ marginTop: 6 }}>
        <Entry table="account" label="Account">
          <Value text={`BSB ${bank.bsb}, account ending ${bank.accountEnding}`} />
        </Entry>
        <Entry table="account" label="Authorised">
          <Value text={momentText(authority.authorisedAt, model.timeZone)} />
        </Entry>
      </View>
    </Section>
  );
}

export function ServiceAgreement({ number, model }: { number: number; model: AgreementModel }) {
  return (
    <Section number={number} title="Direct Debit Request Service Agreement">
      {model.serviceAgreement.map(({ key, heading, paragraphs }) => (
        <View key={key} style={{ marginBottom: 3 }}>
          <Text
            minPresenceAhead={1}
            {...tagged("H3", { text: heading })}
            style={{ ...TYPE.strong, marginBottom: 1 }}
          >
            {heading}
          </Text>
          {paragraphs.map((paragraph) => (
            <Paragraph key={paragraph} text={paragraph} />
          ))}
        </View>
      ))}
    </Section>
  );
}
