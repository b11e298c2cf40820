import { headers } from "next/headers";
import { cache } from "react";
import { LINK_ENDED, LinkEnded, NoEnrolment, NoPage } from "../components/missing";
import { published } from "../server/instance/published";

const TITLE = "Page not found – Provider Checkout";

/** The proxy's `x-missing` header says what is missing; without it Next has no such page. */
const missing = cache(async () => {
  const sent = await headers();
  const { portal } = published().pages;
  switch (sent.get("x-missing")) {
    case "enrolment":
      return {
        title: "Enrolment not found – Provider Checkout",
        page: <NoEnrolment isRenewable={portal.sendsMail()} />,
      };
    case "ended": {
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
