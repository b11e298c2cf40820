import type { ProcessorKind } from "../../drizzle/vocabulary";
import type { Id } from "../domain/ids";
import type { CardGateway, SandboxExtras } from "./port";

/** Whose fields take a card on our pages: ours with the capture script, or the processor's own. */
const CARD_FIELDS: Record<ProcessorKind, "own" | "processor"> = {
  sandbox: "own",
  http: "own",
  stripe: "processor",
  pinch: "own",
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
  /** False for a retired one, which answers for its own charges only. */
  isCurrent: boolean;
}

export interface CardAccounts {
  /** A provider's, retired ones too; empty if the gateway of the settings charges. They may be three seconds old. */
  of(providerId: Id<"prv">): Promise<readonly CardAccount[]>;
  /** Of all providers. */
  all(): Promise<readonly CardAccount[]>;
}

/**
 * How a provider's cards are taken. Without a provider, or an account of its own: by the settings' gateway.
 * @param settingsKey the publishable key of the settings' gateway
 */
export async function cardEntryOf(
  { accounts, gateway }: { accounts: CardAccounts; gateway: CardGateway },
  providerId: Id<"prv"> | null,
  settingsKey: string,
) {
  const own = providerId && (await accounts.of(providerId)).find(({ isCurrent }) => isCurrent);
  return {
    mode: (own?.gateway ?? gateway).mode,
    publishableKey: own?.publishableKey ?? settingsKey,
    cardFields: CARD_FIELDS[own?.kind ?? "http"],
  };
}
