import { headers } from "next/headers";
import { published } from "@/lib/api/published";
import type { Visit } from "@/lib/enrolment/context";

/** Who sent a form, for the evidence; null where it does not come from a page of ours. */
export async function visitOfForm(): Promise<Visit | null> {
  const { pages } = published();
  const sent = await headers();
  return pages.isOwnOrigin(sent.get("origin")) ? pages.visitOf(sent) : null;
}
