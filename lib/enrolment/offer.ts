import { createHash } from "node:crypto";
import type { StoredEnrolment } from "../db/enrolments";

/**
 * A mark of what a page offered, the course at its price, by which an answer says which page it comes from. It holds no
 * amount: what is charged is always read from the course's row.
 */
export function offerOf({ id, priceCents }: StoredEnrolment["course"]): string {
  return createHash("sha256").update(`${id} ${priceCents}`).digest("base64url").slice(0, 16);
}
