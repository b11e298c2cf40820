/** The family and weights that a document is set in, unless a script needs another. */
export const FONT_FAMILY = "Inter";
export const WEIGHT = { regular: 400, strong: 600 } as const;
