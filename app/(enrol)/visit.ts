import { headers } from "next/headers";
import type { Visit } from "@/lib/enrolment/context";
import { published } from "@/server/instance/published";
import { workAfterAnswer } from "@/server/pages/after-answer";

/** Who sent a form, for the evidence; null where it was not sent from our page at `path`. */
export async function visitOfForm(path: string): Promise<Visit | null> {
  const { pages } = published();
  const sent = await headers();
  if (!pages.isSentFrom(sent, path)) return null;
  workAfterAnswer();
  return pages.visitOf(sent);
}

/** A page's title, where it is drawn for a form that was posted without a script and refused. */
export async function withRefusal(title: string): Promise<string> {
  return published().pages.refused.has(await headers()) ? `Error: ${title}` : title;
}
