import type { CardEntry } from "../../lib/gateway/accounts";
import type { CardPages } from "../instance/card-page";
import type { Portal } from "../instance/portal";
import { type CardSources, cardSourcesOf } from "./card-sources";

/** The portal's card step, and the hosted card page. */
export const CARD_PAGES = ["portal", "hosted"] as const;

/** A page that takes a card's number. */
export interface CardPageAt {
  /** As reports of its content policy name it. */
  name: (typeof CARD_PAGES)[number];
  /** False for a link that opens nothing. */
  isActive: boolean;
  /** What it loads from the provider's card processor; null if nothing. */
  sources: CardSources | null;
  /** The origin of the provider's page to which its form may lead; null if there is none. */
  leadsTo: string | null;
}

/** Null at any other address. Where the database does not answer, the page shows its own error. */
export async function cardPageAt(
  { portal, cardPage }: { portal: Pick<Portal, "cardEntry">; cardPage: Pick<CardPages, "entry"> },
  { pathname, searchParams }: Pick<URL, "pathname" | "searchParams">,
): Promise<CardPageAt | null> {
  const secret = /^\/e\/([^/]+)\/(?:card|plan\/pay)$/.exec(pathname)?.[1];
  if (secret === undefined && pathname !== "/api/card-payment") return null;
  const name = secret === undefined ? "hosted" : "portal";
  try {
    const entry: (CardEntry & { returnUrl?: string | null }) | null = await (secret === undefined
      ? cardPage.entry(searchParams.get("session") ?? "", searchParams.get("return_url"))
      : portal.cardEntry(secret));
    return {
      name,
      isActive: entry !== null,
      sources: entry && cardSourcesOf(entry.script),
      leadsTo: entry?.returnUrl ? new URL(entry.returnUrl).origin : null,
    };
  } catch {
    return { name, isActive: true, sources: null, leadsTo: null };
  }
}
