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

export function brandOf({ code, accent, logoSha256, logoWidth, logoHeight }: BrandColumns): Brand {
  if (logoSha256 === null || logoWidth === null || logoHeight === null) return { accent, logo: null };
  // With another picture it has another address, so that browsers may keep it for good.
  const src = `/p/${code}/logo?v=${logoSha256.slice(0, LOGO_VERSION_LENGTH)}`;
  return { accent, logo: { src, ...shownSize({ width: logoWidth, height: logoHeight }) } };
}
