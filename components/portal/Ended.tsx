import { LinkButton } from "../ui/Button";
import { ProviderContact } from "../ui/ProviderContact";

/** A plan that came to nothing before it was signed, and the way on. */
export function Ended({
  how,
  home,
  provider,
}: {
  how: "expired" | "cancelled";
  home: string;
  provider: { name: string; email: string };
}) {
  return (
    <div className="space-y-6">
      <p>
        {how === "expired"
          ? "The payment plan that you started was not confirmed in time. Nothing was taken from your account."
          : "The payment plan that you started was cancelled. Nothing was taken from your account."}
      </p>
      <p>Your details are still here. You can choose again how to pay and finish your enrolment.</p>
      <LinkButton href={`${home}/pay`}>Choose how to pay</LinkButton>
      <p>
        Questions? Contact <ProviderContact provider={provider} />.
      </p>
    </div>
  );
}
