/** Kinds of sources, as a content policy names them, and what may come from there. */
export type CardSources = Readonly<Partial<Record<"script-src" | "frame-src" | "connect-src", string>>>;

const STRIPE = "https://js.stripe.com https://*.js.stripe.com";

const OF_PROCESSOR: Partial<Record<string, CardSources>> = {
  stripe: {
    "script-src": STRIPE,
    "frame-src": `${STRIPE} https://hooks.stripe.com`,
    "connect-src": "https://api.stripe.com",
  },
  pinch: { "script-src": "https://cdn.getpinch.com.au", "connect-src": "https://api.getpinch.com.au" },
};

/**
 * What a page that takes cards loads from elsewhere; null if nothing.
 * @param script the capture script's address, whose query names the processor, and in tests its stand-in
 */
export function cardSourcesOf(script: string): CardSources | null {
  const query = new URLSearchParams(script.split("?")[1]);
  const sources = OF_PROCESSOR[query.get("processor") ?? ""] ?? null;
  const standIn = query.get("stand_in");
  if (!sources || standIn === null) return sources;
  return Object.fromEntries(Object.keys(sources).map((kind) => [kind, standIn]));
}
