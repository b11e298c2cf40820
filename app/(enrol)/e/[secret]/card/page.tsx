import { NeedsJavaScript } from "@/components/card/NeedsJavaScript";
import { TestCards } from "@/components/card/TestCards";
import { CardForm, InsteadByPlan } from "@/components/portal/CardForm";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { STEP_TITLES } from "@/components/portal/titles";
import { Notice } from "@/components/ui/Notice";
import { present } from "@/packages/text/narrow";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { payByCard } from "./actions";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.card);

export default async function CardPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "card");
  const { portal, environment } = published().pages;
  const entry = present(await portal.cardEntry(view.secret), "enrolment");
  return (
    <EnrolmentPage view={view} number={3} back="pay" title={STEP_TITLES.card}>
      {view.lastFailure && (
        <Notice kind="warning" title="Your last payment did not go through">
          <p>{view.lastFailure}</p>
          {view.offersPlan && <InsteadByPlan home={`/e/${view.secret}`} />}
        </Notice>
      )}
      <NeedsJavaScript>{view.hasPlans && " You can also go back and choose a payment plan."}</NeedsJavaScript>
      <CardForm
        pay={payByCard.bind(null, view.secret)}
        home={`/e/${view.secret}`}
        access={entry}
        name={view.student ? `${view.student.firstName} ${view.student.lastName}` : ""}
        offer={view.offer}
        priceCents={view.course.priceCents}
        termsVersion={view.terms.version}
        acceptance={
          <>
            I accept the{" "}
            <a href={`/p/${view.provider.code}/terms`} target="_blank" rel="noopener">
              Terms and Conditions<span className="sr-only"> (opens in a new page)</span>
            </a>{" "}
            of {view.provider.name}
          </>
        }
      >
        {environment === "sandbox" && entry.hasTestCards && <TestCards />}
      </CardForm>
    </EnrolmentPage>
  );
}
