import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { KeptMails } from "../../../components/mail/KeptMails";
import { published } from "../../../lib/api/published";

export const metadata: Metadata = { title: "Kept emails – Provider Checkout" };

/** What students would have been sent, where the sandbox keeps it. */
export default async function KeptMailsPage() {
  const { keptMail } = published().pages;
  if (!keptMail) notFound();
  return <KeptMails mails={await keptMail.list()} />;
}
