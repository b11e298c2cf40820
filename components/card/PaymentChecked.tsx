import { LinkButton } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { ProviderContact } from "../ui/ProviderContact";

interface Props {
  /** Where the card's bank asks the student first (3-D Secure). */
  bankUrl: string | null;
  provider: { name: string; email: string };
  reference: string;
}

/** A payment without an outcome yet, in the portal and on the hosted card page. Never invites a second payment. */
export function PaymentChecked({ bankUrl, provider, reference }: Props) {
  return (
    <div className="space-y-6">
      <Notice kind="warning" role="status">
        {bankUrl
          ? "Your bank wants to know that it is you before the payment goes through. Do not pay again."
          : "We’re checking whether your payment went through. Do not pay again."}
      </Notice>
      {bankUrl && (
        <p>
          <LinkButton href={bankUrl} rel="noreferrer">
            Continue with your bank
          </LinkButton>
        </p>
      )}
      <p>
        {bankUrl
          ? "Your bank brings you back here. If you do not finish, this page says after about 30 minutes whether you can try another card."
          : "This usually takes less than two minutes, and the page goes on by itself as soon as we know. You can also close it and come back later."}
      </p>
      <p>
        If nothing has changed in an hour, contact <ProviderContact provider={provider} /> and quote reference{" "}
        {reference}.
      </p>
    </div>
  );
}
