import type { Metadata } from "next";
import { LinkButton } from "../components/ui/Button";
import { PageShell } from "../components/ui/PageShell";

export const metadata: Metadata = { title: "Page not found – Provider Checkout" };

export default function NotFound() {
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title="Page not found">
      <p>
        Check that the address is complete. If you followed a link to an enrolment, ask your education
        provider for a new one.
      </p>
      <LinkButton href="/" kind="secondary">
        Go to the start page
      </LinkButton>
    </PageShell>
  );
}
