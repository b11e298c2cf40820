import { accentFault } from "./accent";
import type { Colour } from "./contrast";
import { shownSize } from "./logo";

/** What of a provider's own look its pages take on, as plain data. */
export interface Brand {
  accent: Colour | null;
  /** An address of ours, and the size at which it is shown, in CSS pixels. */
  logo: { src: string; width: number; height: number } | null;
}

export interface BrandColumns {
  code: string;
  accent: Colour | null;
  logoSha256: string | null;
  logoWidth: number | null;
  logoHeight: number | null;
}

/** How many characters of a logo's hash stand in its address. */
export const LOGO_VERSION_LENGTH = 16;

/** What a provider's pages take on. An accent that pages of other colours have made unreadable is left out. */
export function brandOf(provider: BrandColumns): Brand {
  const { code, logoSha256, logoWidth, logoHeight } = provider;
  const accent = provider.accent && accentFault(provider.accent) === null ? provider.accent : null;
  if (logoSha256 === null || logoWidth === null || logoHeight === null) return { accent, logo: null };
  // With another picture it has another address, so that browsers may keep it for good.
  const src = `/p/${code}/logo?v=${logoSha256.slice(0, LOGO_VERSION_LENGTH)}`;
  return { accent, logo: { src, ...shownSize({ width: logoWidth, height: logoHeight }) } };
}
