import { AccountChange } from "@/components/portal/AccountChange";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { present } from "@/packages/text/narrow";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { changeAccount } from "./actions";

const TITLE = "Change your bank account";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

export default async function AccountPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "account");
  const { secret, provider, bank, isPlanStillOffered } = view;
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <AccountChange
        home={`/e/${secret}`}
        provider={provider.name}
        bank={present(bank, "account")}
        isPlanStillOffered={isPlanStillOffered}
        action={changeAccount.bind(null, secret, view.checkoutId ?? "")}
      />
    </EnrolmentPage>
  );
}
