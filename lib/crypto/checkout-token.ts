import { randomBase62 } from "../../packages/text/base62";
import { sha256 } from "./api-key";

/** Only the SHA-256 of its 256 random bits is stored. Contract section 4. */
export function newCheckoutToken(): { token: string; tokenSha256: Buffer } {
  const token = `cht_${randomBase62(43)}`;
  return { token, tokenSha256: sha256(token) };
}
