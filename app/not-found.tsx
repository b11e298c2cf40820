import { headers } from "next/headers";
import { cache } from "react";
import { LINK_ENDED, LinkEnded, NoEnrolment, NoPage, NoPortal } from "../components/missing";
import { LinkNotActive } from "../components/setup/SetupShell";
import { published } from "../lib/api/published";
import { DocsNotFound } from "./docs/lost";

const TITLE = "Page not found – Provider Checkout";

/** The page for what is missing, as the proxy says; where it says nothing, Next knows no page at all. */
const missing = cache(async () => {
  const sent = await headers();
  const { portal } = published().pages;
  switch (sent.get("x-missing")) {
    case "setup_link":
      return { title: null, page: <LinkNotActive /> };
    case "docs_page":
      return { title: `${TITLE} Docs`, page: <DocsNotFound /> };
    case "portal":
      return { title: TITLE, page: <NoPortal /> };
    case "enrolment":
      return {
        title: "Enrolment not found – Provider Checkout",
        page: <NoEnrolment isRenewable={portal.sendsMail()} />,
      };
    case "ended": {
      // The page says whose provider's link it was.
      const link = await portal.endedLink(sent.get("x-page")?.split("/")[2] ?? "");
      if (link) return { title: `${LINK_ENDED} – ${link.provider.name}`, page: <LinkEnded link={link} /> };
      return { title: TITLE, page: <NoEnrolment isRenewable={portal.sendsMail()} /> };
    }
    default:
      return { title: TITLE, page: <NoPage /> };
  }
});

export const generateMetadata = async () => ({ title: (await missing()).title });

export default async function NotFound() {
  return (await missing()).page;
}
