import type { Metadata } from "next";
import { headers } from "next/headers";
import { LinkNotActive } from "../components/setup/LinkNotActive";
import { LinkButton } from "../components/ui/Button";
import { PageShell } from "../components/ui/PageShell";
import { DocsNotFound } from "./docs/lost";

export async function generateMetadata(): Promise<Metadata> {
  if (await isSetupLink()) return { title: null };
  return { title: `Page not found – Provider Checkout${(await isInDocs()) ? " Docs" : ""}` };
}

/** The proxy sends links of the hosted direct-debit page here that are not active. */
async function isSetupLink(): Promise<boolean> {
  return (await headers()).get("x-setup-link") === "not-active";
}

async function isInDocs(): Promise<boolean> {
  return (await headers()).get("x-lost-in") === "docs";
}

export default async function NotFound() {
  if (await isSetupLink()) return <LinkNotActive />;
  if (await isInDocs()) return <DocsNotFound />;
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
