import { LinkButton } from "../ui/Button";
import { PageShell } from "../ui/PageShell";

/** For a code that no provider has. */
export function NoPortal() {
  return (
    <PageShell
      provider={{ name: "Provider Checkout", href: "/" }}
      title="We could not find this education provider"
    >
      <p>
        Check the last part of the address. If you followed a link, ask your education provider for the right
        one.
      </p>
      <LinkButton href="/" kind="secondary">
        Go to the start page
      </LinkButton>
    </PageShell>
  );
}
