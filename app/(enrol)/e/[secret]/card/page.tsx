import { CardForm } from "@/components/portal/CardForm";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { Notice } from "@/components/ui/Notice";
import { published } from "@/lib/api/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { payByCard } from "./actions";

const TITLE = "Pay by card";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function CardPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "card");
  const { publishableKey, environment } = published().pages;
  return (
    <EnrolmentPage view={view} number={3} title={TITLE}>
      {view.lastFailure && (
        <Notice kind="warning" title="Your last payment did not go through">
          {view.lastFailure}
        </Notice>
      )}
      <CardForm
        pay={payByCard.bind(null, view.secret)}
        home={`/e/${view.secret}`}
        publishableKey={publishableKey}
        isSandbox={environment === "sandbox"}
        offer={view.offer}
        priceCents={view.course.priceCents}
        provider={view.provider}
        termsVersion={view.terms.version}
      />
    </EnrolmentPage>
  );
}
