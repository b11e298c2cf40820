import { accentFault } from "./accent";
import type { Colour } from "./contrast";
import { shownSize } from "./logo";

/** A provider's colour and logo, as its pages show them. */
export interface Brand {
  accent: Colour | null;
  /** Served by us; the size is in CSS pixels. */
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

/** Leaves out an accent that was stored before our page colours changed and is unreadable on them now. */
export function brandOf(provider: BrandColumns): Brand {
  const { code, logoSha256, logoWidth, logoHeight } = provider;
  const accent = provider.accent && accentFault(provider.accent) === null ? provider.accent : null;
  if (logoSha256 === null || logoWidth === null || logoHeight === null) return { accent, logo: null };
  // A new picture gets a new address, so browsers may cache this one for ever.
  const src = `/p/${code}/logo?v=${logoSha256.slice(0, LOGO_VERSION_LENGTH)}`;
  return { accent, logo: { src, ...shownSize({ width: logoWidth, height: logoHeight }) } };
}
