import type { LogoType } from "../../drizzle/vocabulary";

export { type LogoType, MAX_LOGO_BYTES } from "../../drizzle/vocabulary";

export interface LogoFacts {
  type: LogoType;
  /** In its own pixels. */
  width: number;
  height: number;
  image: Uint8Array;
}

type Sides = Pick<LogoFacts, "width" | "height">;

/** A logo at least this wide spells out the name, so the name is not shown beside it. */
export const isWordmark = ({ width, height }: Sides): boolean => width >= 2.5 * height;

/** The size at which a logo is shown: 32 px high, and never larger than it is. */
export function shownSize({ width, height }: Sides) {
  const scale = Math.min(1, 32 / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
