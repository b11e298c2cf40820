import type { Metadata } from "next";
import { headers } from "next/headers";
import { LinkNotActive } from "../components/setup/LinkNotActive";
import { LinkButton } from "../components/ui/Button";
import { PageShell } from "../components/ui/PageShell";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await isSetupLink()) ? null : "Page not found – Provider Checkout" };
}

/** The proxy sends links of the hosted direct-debit page here that are not active. */
async function isSetupLink(): Promise<boolean> {
  return (await headers()).get("x-setup-link") === "not-active";
}

export default async function NotFound() {
  if (await isSetupLink()) return <LinkNotActive />;
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
