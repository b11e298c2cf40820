import { headers } from "next/headers";
import { published } from "@/lib/api/published";
import type { Visit } from "@/lib/enrolment/context";

/**
 * Who sent a form, for the evidence; null where it does not come from the page that it belongs to.
 * @param path of that page
 */
export async function visitOfForm(path: string): Promise<Visit | null> {
  const { pages } = published();
  const sent = await headers();
  return pages.isSentFrom(sent, path) ? pages.visitOf(sent) : null;
}

/** What a form of another site is told: nothing was read of it. */
export const SENT_FROM_ELSEWHERE =
  "This form was sent from another site and nothing was saved. Check the address of this page and try again.";
