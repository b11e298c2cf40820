import { preload } from "react-dom";
import { BankFrame } from "@/components/portal/BankFrame";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { STEP_TITLES } from "@/components/portal/titles";
import { Notice } from "@/components/ui/Notice";
import { ProviderContact } from "@/components/ui/ProviderContact";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, STEP_TITLES.bank);

export default async function BankPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "bank");
  preload("/embed/v1.js", { as: "script" });
  const home = `/e/${view.secret}`;
  const { baseUrl } = published().pages;
  return (
    <EnrolmentPage view={view} number={3} back="pay" title={STEP_TITLES.bank}>
      {view.setupUrl === null ? (
        <Notice kind="warning" title="Bank accounts cannot be authorised at the moment">
          <p>
            Nothing was taken from your account. Come back to this page later, or contact{" "}
            <ProviderContact provider={view.provider} />.
          </p>
        </Notice>
      ) : (
        <BankFrame setupUrl={view.setupUrl} returnUrl={`${baseUrl}${home}`} home={home} />
      )}
    </EnrolmentPage>
  );
}
