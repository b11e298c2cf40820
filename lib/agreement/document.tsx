import { View } from "@react-pdf/renderer";
import type { Tags } from "../../packages/pdf/tags";
import type { AgreementModel } from "./model";
import { ProvidersPaper } from "./paper";
import { Acceptance, Declarations } from "./parts/acceptance";
import { Evidence } from "./parts/evidence";
import { KeyFacts, Parties, TitleBlock } from "./parts/overview";
import { ScheduleTable } from "./parts/schedule";
import { DirectDebitAuthority, ServiceAgreement, Term } from "./parts/terms";

/**
 * The whole agreement in reading order. The evidence has its own pages at the end.
 * @param model already passed through `printableData`
 * @param rewritten whether some characters are printed as their numbers, which the document then explains
 */
export function AgreementDocument(props: { model: AgreementModel; rewritten: boolean; tags: Tags }) {
  const { model, rewritten, tags } = props;
  const subject = `Interest-free payment plan for ${model.course.name}`;
  return (
    <ProvidersPaper
      title="Payment Plan Agreement"
      subject={subject}
      at={model.signedAt}
      model={model}
      tags={tags}
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
    </ProvidersPaper>
  );
}

/** The limits are far above what three declarations and two names need. */
function fitsOnePage({ declarations, student, provider }: AgreementModel): boolean {
  const names = [student.firstName, student.lastName, student.email, provider.name].join("").length;
  return declarations.reduce((sum, { text }) => sum + text.length, 0) < 2_000 && names < 900;
}
