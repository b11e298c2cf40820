import type { AgreementRenderer } from "../agreement/model";
import type { Warning } from "../contract/validate";
import type { Vault } from "../crypto/vault";
import type { CheckoutRecord } from "../db/checkout-records";
import type { Db } from "../db/client";
import type { Actor } from "../domain/actor";
import type { Environment } from "../domain/environment";
import type { Id } from "../domain/ids";
import type { Log } from "../domain/log";
import type { PlanPolicy } from "../domain/plan-policy";
import type { CardAccounts } from "../gateway/accounts";
import type { DebitAccounts } from "../gateway/debit-port";
import type { CardGateway, SandboxExtras } from "../gateway/port";

/** What the use cases work with. `server/instance/deps.ts` chooses each part. */
export interface CheckoutDeps {
  db: Db;
  gateway: CardGateway;
  /** By id, the latest first. Each is asked about its own charges only. */
  earlierGateways: ReadonlyMap<string, CardGateway>;
  /** The providers' own accounts, which `withAccounts` puts in the gateway's place. */
  accounts: CardAccounts;
  /** By the gateway's id; empty in production. */
  sandboxExtras: ReadonlyMap<string, SandboxExtras>;
  /** Who collects a provider's plans. */
  debits: DebitAccounts;
  gatewayTimeoutMs: number;
  vault: Vault;
  agreements: AgreementRenderer;
  /** Null if students get no emails. */
  mail: object | null;
  /** The documents that this process is making. */
  making: Map<Id<"chk">, Promise<CheckoutRecord | null>>;
  environment: Environment;
  baseUrl: string;
  /** The database's time, not this machine's. See docs/decisions/007-database-clock.md. */
  now(): Date;
  log: Log;
}

/** Who does something, and from where, as events and evidence record it. */
export interface Source {
  actor: Actor;
  /** Null for background work. */
  requestId: Id<"req"> | null;
  ipAddress: string | null;
  userAgent: string | null;
}

/** Who calls a use case, for which provider. */
export interface By extends Source {
  provider: { id: Id<"prv">; timeZone: string };
}

export interface CreateBy extends By {
  provider: By["provider"] & { code: string; name: string } & PlanPolicy;
  requestId: Id<"req">;
  idempotencyKey: string | null;
  warnings: readonly Warning[];
}

export interface Claim {
  providerId: Id<"prv">;
  key: string;
  fingerprint: Uint8Array;
}

/** A recorded call to the card gateway that was not made yet. */
export interface RecordedCall {
  record: CheckoutRecord;
  cardToken: string;
  /** An alert says that the gateway has a charge of the order that the records lack. */
  orderHasCharge: boolean;
  /** Whether the charge may be sent. After a long wait, recovery or an operator may have ended it. */
  maySend(): Promise<boolean>;
}

/** Of create, which waits for its outcome. */
export interface ClaimedCharge extends RecordedCall {
  /** The checkout token for the response. */
  token: string;
  claim: Claim | null;
}
