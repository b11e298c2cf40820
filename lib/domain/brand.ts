import type { Colour } from "../../packages/colour/contrast";
import { isWordmark, shownSize } from "./logo";

/** A picture that we serve; the size is in CSS pixels. */
interface Picture {
  src: string;
  width: number;
  height: number;
}

/** A provider's colour and logo, as its pages show them. */
export interface Brand {
  accent: Colour | null;
  /** `dark` for dark pages. A wordmark stands without the name beside it. */
  logo: (Picture & { isWordmark: boolean; dark: Picture | null }) | null;
}

export interface BrandColumns {
  code: string;
  accent: Colour | null;
  logoSha256: string | null;
  logoWidth: number | null;
  logoHeight: number | null;
  darkLogoSha256: string | null;
  darkLogoWidth: number | null;
  darkLogoHeight: number | null;
}

/** How many characters of a logo's hash stand in its address. */
export const LOGO_VERSION_LENGTH = 16;

export function brandOf(provider: BrandColumns): Brand {
  const { accent, code, logoSha256, logoWidth, logoHeight, darkLogoSha256, darkLogoWidth, darkLogoHeight } =
    provider;
  const address = `/p/${code}/logo?`;
  const light = pictureOf(address, logoSha256, logoWidth, logoHeight);
  if (!light || logoWidth === null || logoHeight === null) return { accent, logo: null };
  const dark = pictureOf(`${address}scheme=dark&`, darkLogoSha256, darkLogoWidth, darkLogoHeight);
  return {
    accent,
    logo: { ...light, isWordmark: isWordmark({ width: logoWidth, height: logoHeight }), dark },
  };
}

function pictureOf(
  address: string,
  sha256: string | null,
  width: number | null,
  height: number | null,
): Picture | null {
  if (sha256 === null || width === null || height === null) return null;
  // A new picture gets a new address, so browsers may cache this one for ever.
  return { src: `${address}v=${sha256.slice(0, LOGO_VERSION_LENGTH)}`, ...shownSize({ width, height }) };
}
