import type { ProcessorKind } from "../../drizzle/vocabulary";
import type { Id } from "../domain/ids";
import type { CardGateway, SandboxExtras } from "./port";

/** A provider's account at a card processor. */
export interface CardAccount {
  providerId: Id<"prv">;
  kind: ProcessorKind;
  /** Its id is the account's. */
  gateway: CardGateway;
  /** Null unless it is a sandbox's. */
  extras: SandboxExtras | null;
  publishableKey: string;
  /** The account of the processor's that it acts for, where it is another's. */
  externalAccount: string | null;
  /** Where a stand-in for the processor listens on this machine, in tests. */
  standIn: URL | null;
  createdAt: Date;
  /** False for a retired one, which answers for its own charges only. */
  isCurrent: boolean;
}

export interface CardAccounts {
  /** A provider's, retired ones too, newest first; empty if the gateway of the settings charges. They may be three seconds old. */
  of(providerId: Id<"prv">): Promise<readonly CardAccount[]>;
  /** Of all providers. */
  all(): Promise<readonly CardAccount[]>;
}

/** The provider's current account; once all are retired the newest, which takes no charges. Null if it never had one. */
export const chargingOf = (own: readonly CardAccount[]): CardAccount | null =>
  own.find(({ isCurrent }) => isCurrent) ?? own[0] ?? null;

export interface CardEntry {
  mode: CardGateway["mode"];
  publishableKey: string;
  /** Whose fields the student types the card number into. */
  cardFields: "own" | "processor";
  /** The path of the capture script. Its query says which processor's script it loads. */
  script: string;
  /** Whether the sandbox's test cards work there. */
  hasTestCards: boolean;
}

/**
 * How a provider's cards are taken. Without a provider, or an account of its own: by the settings' gateway.
 * @param settingsKey the publishable key of the settings' gateway
 */
export async function cardEntryOf(
  { accounts, gateway }: { accounts: CardAccounts; gateway: CardGateway },
  providerId: Id<"prv"> | null,
  settingsKey: string,
): Promise<CardEntry> {
  const own = providerId && chargingOf(await accounts.of(providerId));
  const query = own && queryOf(own);
  return {
    mode: (own?.gateway ?? gateway).mode,
    publishableKey: own?.publishableKey ?? settingsKey,
    cardFields: own?.kind === "stripe" ? "processor" : "own",
    script: `/capture/v1.js${query ? `?${query}` : ""}`,
    hasTestCards: !query,
  };
}

/** Null where the script loads no other. */
function queryOf({ kind, externalAccount, standIn }: CardAccount): URLSearchParams | null {
  if (kind !== "stripe" && kind !== "pinch") return null;
  const query = new URLSearchParams({ processor: kind });
  // With Pinch, the publishable key is that account's own.
  if (kind === "stripe" && externalAccount) query.set("account", externalAccount);
  if (standIn) query.set("stand_in", standIn.origin);
  return query;
}
