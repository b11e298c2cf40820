import type { Colour } from "../../packages/colour/contrast";
import { isWordmark, shownSize } from "./logo";

/** A provider's colour and logo, as its pages show them. */
export interface Brand {
  accent: Colour | null;
  /** The size is in CSS pixels. A wordmark is shown without the name beside it. */
  logo: { src: string; width: number; height: number; isWordmark: boolean } | null;
}

export interface BrandColumns {
  code: string;
  accent: Colour | null;
  logoSha256: string | null;
  logoWidth: number | null;
  logoHeight: number | null;
}

/** How many characters of a logo's hash its address contains. */
export const LOGO_VERSION_LENGTH = 16;

export function brandOf({ accent, code, logoSha256, logoWidth, logoHeight }: BrandColumns): Brand {
  if (logoSha256 === null || logoWidth === null || logoHeight === null) return { accent, logo: null };
  const size = { width: logoWidth, height: logoHeight };
  // A new picture gets a new address, so browsers may cache this one forever.
  const src = `/p/${code}/logo?v=${logoSha256.slice(0, LOGO_VERSION_LENGTH)}`;
  return { accent, logo: { src, ...shownSize(size), isWordmark: isWordmark(size) } };
}
