import { sha256 } from "../crypto/api-key";
import type { NewProviderRow, ProviderRow } from "../db/providers";
import type { LogoFacts } from "../domain/logo";

/** What is said of a provider. Values are checked by `values.ts` first, a logo by `readLogo`. */
export type ProviderDetails = Omit<NewProviderRow, LogoColumn | "id" | "createdAt">;
/** What may be changed later: a code stands in addresses, and with another zone dates would mean other days. */
export type ProviderChanges = Partial<Omit<ProviderDetails, "code" | "timeZone">>;

/** A picture in which `readLogo` found these facts. */
export interface NewLogo extends LogoFacts {
  image: Uint8Array;
}

type LogoColumn = "logoSha256" | "logoWidth" | "logoHeight";

/** What the provider's own row says of its logo. */
export function columnsOf(logo: NewLogo | null): Pick<ProviderRow, LogoColumn> {
  if (!logo) return { logoSha256: null, logoWidth: null, logoHeight: null };
  const logoSha256 = Buffer.from(sha256(logo.image)).toString("hex");
  return { logoSha256, logoWidth: logo.width, logoHeight: logo.height };
}
