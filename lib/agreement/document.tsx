import { Document, Page, type PageProps, View } from "@react-pdf/renderer";
import type { AgreementModel } from "./model";
import { Acceptance, Declarations } from "./parts/acceptance";
import { Chrome } from "./parts/chrome";
import { Evidence } from "./parts/evidence";
import { KeyFacts, Parties, TitleBlock } from "./parts/overview";
import { ScheduleTable } from "./parts/schedule";
import { DirectDebitAuthority, ServiceAgreement, Term } from "./parts/terms";
import type { Tags } from "./tags";
import { COLOUR, FONT_FAMILY, GRID, TYPE } from "./theme";

/**
 * The whole agreement in reading order; the evidence has pages of its own at the end.
 * @param model already passed through `printableData`
 * @param tags what gives the file its structure
 * @param rewritten whether some characters are printed as their numbers, which the document then explains
 */
export function AgreementDocument(props: { model: AgreementModel; rewritten: boolean; tags: Tags }) {
  const { model, rewritten, tags } = props;
  const signed = new Date(model.signedAt);
  const layout: PageProps["layout"] = ({ pageNumber, totalPages, children }) => (
    <Chrome title="Payment Plan Agreement" model={model} pageNumber={pageNumber} totalPages={totalPages}>
      {children}
    </Chrome>
  );
  return (
    <Document
      title={property(`Payment Plan Agreement ${model.reference}`)}
      author={property(model.provider.name)}
      subject={property(`Interest-free payment plan for ${model.course.name}`)}
      creator="Provider Checkout"
      producer="Provider Checkout"
      language="en-AU"
      // The time of signing, not of printing, so that the same agreement always gives the same file.
      creationDate={signed}
      modificationDate={signed}
      conformance="PDF/A-2b"
      {...{ tags }}
    >
      <Page
        size="A4"
        layout={layout}
        style={{ paddingHorizontal: GRID.margin, fontFamily: FONT_FAMILY, color: COLOUR.text, ...TYPE.body }}
      >
        <TitleBlock model={model} />
        <Parties number={1} model={model} rewritten={rewritten} />
        <KeyFacts number={2} model={model} />
        <ScheduleTable number={3} model={model} />
        <Term number={4} term="missed_payment_and_hardship" model={model} />
        <Term number={5} term="withdrawal_and_refund" model={model} />
        <DirectDebitAuthority number={6} model={model} />
        <ServiceAgreement number={7} model={model} />
        <Term number={8} term="privacy" model={model} />
        <Term number={9} term="complaints" model={model} />
        {/* Kept on one page, so that no page is left with a few lines only. */}
        <View wrap={!fitsOnePage(model)}>
          <Declarations number={10} model={model} />
          <Acceptance number={11} model={model} />
        </View>
        <Evidence model={model} />
      </Page>
    </Document>
  );
}

/**
 * A document property. The library writes `valueOf()` into the PDF's own table and `toString()`, without escaping it,
 * into XML.
 */
class Property extends String {
  override toString(): string {
    return this.valueOf().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }
}
export const property = (text: string) => new Property(text) as unknown as string;

/** The limits are far above what three declarations and two names need. */
function fitsOnePage({ declarations, student, provider }: AgreementModel): boolean {
  const names = [student.firstName, student.lastName, student.email, provider.name].join("").length;
  return declarations.reduce((sum, { text }) => sum + text.length, 0) < 2_000 && names < 900;
}
