/** The portal's card step, and the hosted card page. */
export const CARD_PAGES = ["portal", "hosted"] as const;
export type CardPageName = (typeof CARD_PAGES)[number];
