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
