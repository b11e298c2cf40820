import type { Metadata } from "next";
import { headers } from "next/headers";
import { NoEnrolment } from "../components/portal/NoEnrolment";
import { NoPortal } from "../components/portal/NoPortal";
import { LinkNotActive } from "../components/setup/LinkNotActive";
import { LinkButton } from "../components/ui/Button";
import { PageShell } from "../components/ui/PageShell";
import { DocsNotFound } from "./docs/lost";

export async function generateMetadata(): Promise<Metadata> {
  if (await isSetupLink()) return { title: null };
  const lostIn = await lostInOf();
  if (lostIn === "enrolment") return { title: "Enrolment not found" };
  return { title: `Page not found – Provider Checkout${lostIn === "docs" ? " Docs" : ""}` };
}

/** The proxy sends links of the hosted direct-debit page here that are not active. */
async function isSetupLink(): Promise<boolean> {
  return (await headers()).get("x-setup-link") === "not-active";
}

/** In which part of the house an address was not found; as the proxy says. */
async function lostInOf(): Promise<string | null> {
  return (await headers()).get("x-lost-in");
}

export default async function NotFound() {
  if (await isSetupLink()) return <LinkNotActive />;
  const lostIn = await lostInOf();
  if (lostIn === "docs") return <DocsNotFound />;
  if (lostIn === "enrolment") return <NoEnrolment />;
  if (lostIn === "portal") return <NoPortal />;
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
