import { AccountChange } from "@/components/portal/AccountChange";
import { EnrolmentPage } from "@/components/portal/EnrolmentPage";
import { LinkButton } from "@/components/ui/Button";
import { present } from "@/packages/text/narrow";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../guard";
import { changeAccount } from "./actions";

const TITLE = "Change your bank account";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

/** What happens to the authority given, before another account is asked for. */
export default async function AccountPage(props: EnrolmentProps) {
  const view = await enrolmentAt(props, "account");
  const { secret, provider, isPlanStillOffered } = view;
  const bank = present(view.bank, "account");
  const keep = (
    <LinkButton kind="secondary" href={`/e/${secret}/review`}>
      Keep this account
    </LinkButton>
  );
  return (
    <EnrolmentPage view={view} title={TITLE}>
      <p>
        You have authorised {provider.name} to debit account{" "}
        <span className="whitespace-nowrap">{bank.bsb}</span> ending {bank.ending}. If you use another
        account, this authority ends and nothing is debited from it.
      </p>
      {isPlanStillOffered ? (
        <>
          <p>Your details and your payments stay as they are. You authorise the other account next.</p>
          <AccountChange action={changeAccount.bind(null, secret, view.checkoutId ?? "")}>
            {keep}
          </AccountChange>
        </>
      ) : (
        <>
          <p>
            The payments that you chose are not offered any more: the course fee or what the course allows has
            changed, or their first day is over. You choose how to pay again first.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton href={`/e/${secret}/pay`}>Choose your payments again</LinkButton>
            {keep}
          </div>
        </>
      )}
    </EnrolmentPage>
  );
}
