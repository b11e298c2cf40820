import type { ProcessorKind } from "../../drizzle/vocabulary";
import type { Id } from "../domain/ids";
import type { CardGateway, SandboxExtras } from "./port";

interface CardEntry {
  /** Whose fields the student types the card number into. */
  cardFields: "own" | "processor";
  /** The address of the script that makes a token; null for our own capture script, which our pages use too. */
  script: string | null;
}

const OURS: CardEntry = { cardFields: "own", script: null };

const CARD_ENTRY: Record<ProcessorKind, CardEntry> = {
  sandbox: OURS,
  http: OURS,
  stripe: { cardFields: "processor", script: "https://js.stripe.com/v3/" },
  pinch: { cardFields: "own", script: "https://cdn.getpinch.com.au/capturejs/pinch.capture.v2.js" },
};

/** A provider's account at a card processor. */
export interface CardAccount {
  providerId: Id<"prv">;
  kind: ProcessorKind;
  /** Its id is the account's. */
  gateway: CardGateway;
  /** Null unless it is a sandbox's. */
  extras: SandboxExtras | null;
  publishableKey: string;
  createdAt: Date;
  /** False for a retired one, which answers for its own charges only. */
  isCurrent: boolean;
}

export interface CardAccounts {
  /** A provider's, retired ones too; empty if the gateway of the settings charges. They may be three seconds old. */
  of(providerId: Id<"prv">): Promise<readonly CardAccount[]>;
  /** Of all providers. */
  all(): Promise<readonly CardAccount[]>;
}

const currentOf = async (accounts: CardAccounts, providerId: Id<"prv">) =>
  (await accounts.of(providerId)).find(({ isCurrent }) => isCurrent) ?? null;

const entryAt = (account: CardAccount | null): CardEntry => CARD_ENTRY[account?.kind ?? "http"];

/** Whether our own pages can take a provider's cards. Not if the processor wants a script of its own there. */
export const takesCardsHere = async (accounts: CardAccounts, providerId: Id<"prv">): Promise<boolean> =>
  entryAt(await currentOf(accounts, providerId)).script === null;

/**
 * How a provider's cards are taken. Without a provider, or an account of its own: by the settings' gateway.
 * @param settingsKey the publishable key of the settings' gateway
 */
export async function cardEntryOf(
  { accounts, gateway }: { accounts: CardAccounts; gateway: CardGateway },
  providerId: Id<"prv"> | null,
  settingsKey: string,
) {
  const own = providerId && (await currentOf(accounts, providerId));
  return {
    mode: (own?.gateway ?? gateway).mode,
    publishableKey: own?.publishableKey ?? settingsKey,
    ...entryAt(own),
  };
}
