import { createHash } from "node:crypto";

/** The name of an e-mail address's bucket, by which nobody can read the address. */
export function bucketOf(purpose: "mail" | "ask", address: string): string {
  return `${purpose}:${createHash("sha256").update(address.toLowerCase()).digest("base64url")}`;
}
