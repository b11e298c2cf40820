import { LinkButton } from "../ui/Button";
import { PageShell } from "../ui/PageShell";

/** For a link that opens nothing: it says nothing about anybody. */
export function NoEnrolment({ isRenewable }: { isRenewable: boolean }) {
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title="We could not find this enrolment">
      <p>
        Check that you opened the whole link. If it was shortened on the way,{" "}
        {isRenewable ? "have a new one sent." : "ask your education provider for a new one."}
      </p>
      <div className="flex flex-wrap gap-3">
        {isRenewable && <LinkButton href="/link">Email me a new link</LinkButton>}
        <LinkButton href="/" kind="secondary">
          Go to the start page
        </LinkButton>
      </div>
    </PageShell>
  );
}
