import type { Metadata } from "next";
import { headers } from "next/headers";
import { cache } from "react";
import { LINK_ENDED, LinkEnded } from "../components/portal/LinkEnded";
import { NoEnrolment } from "../components/portal/NoEnrolment";
import { NoPortal } from "../components/portal/NoPortal";
import { LinkNotActive } from "../components/setup/LinkNotActive";
import { LinkButton } from "../components/ui/Button";
import { PageShell } from "../components/ui/PageShell";
import { published } from "../lib/api/published";
import { DocsNotFound } from "./docs/lost";

export async function generateMetadata(): Promise<Metadata> {
  if (await isSetupLink()) return { title: null };
  const lostIn = await lostInOf();
  if (lostIn === "enrolment") return { title: "Enrolment not found" };
  const ended = await endedLink();
  if (ended) return { title: `${LINK_ENDED} – ${ended.provider.name}` };
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

/** The link that has ended, of which the proxy says that one came by it. */
const endedLink = cache(async () => {
  const secret = (await headers()).get("x-ended-link");
  return secret === null ? null : published().pages.portal.endedLink(secret);
});

export default async function NotFound() {
  if (await isSetupLink()) return <LinkNotActive />;
  const lostIn = await lostInOf();
  if (lostIn === "docs") return <DocsNotFound />;
  const ended = await endedLink();
  if (ended) return <LinkEnded link={ended} />;
  if (lostIn === "enrolment" || lostIn === "ended")
    return <NoEnrolment isRenewable={published().pages.portal.writes()} />;
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
