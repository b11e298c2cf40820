import { PALETTE } from "../colour/palette";

/** The document's look: design tokens in points. One blue, hairlines instead of boxes, one column grid. */

/** The family and weights that a document is set in, unless a script needs another. */
export const FONT_FAMILY = "Inter";
export const WEIGHT = { regular: 400, strong: 600 } as const;

/** Paper has the pages' light colours. */
export const COLOUR = PALETTE.light;

const SIZE = { title: 22, heading: 10.5, body: 8.5, small: 7.5, tiny: 7 } as const;

/** A4 at 72 points an inch. Headings stand in the aside, text and tables in the main column beside it. */
const PAGE_WIDTH = 595.28;
const MARGIN = 52;
const ASIDE = 116;
const GUTTER = 16;
const CONTENT = PAGE_WIDTH - 2 * MARGIN;
export const GRID = {
  margin: MARGIN,
  aside: ASIDE,
  indent: ASIDE + GUTTER,
  content: CONTENT,
  main: CONTENT - ASIDE - GUTTER,
} as const;

export const HAIRLINE = { borderBottomWidth: 0.5, borderBottomColor: COLOUR.divider } as const;

/** Text roles. Each sets its line height, because an inherited one is computed from the parent's size. */
export const TYPE = {
  title: { fontSize: SIZE.title, lineHeight: 1.2, fontWeight: WEIGHT.strong },
  heading: { fontSize: SIZE.heading, lineHeight: 1.3, fontWeight: WEIGHT.strong },
  lead: { fontSize: 10, lineHeight: 1.5, color: COLOUR.muted },
  body: { fontSize: SIZE.body, lineHeight: 1.48 },
  strong: { fontSize: SIZE.body, lineHeight: 1.48, fontWeight: WEIGHT.strong },
  small: { fontSize: SIZE.small, lineHeight: 1.45, color: COLOUR.muted },
  tiny: { fontSize: SIZE.tiny, lineHeight: 1.4, color: COLOUR.muted },
} as const;
