import type { AgreementRenderer } from "../agreement/renderer";
import type { Warning } from "../contract/validate";
import type { Vault } from "../crypto/vault";
import type { CheckoutRecord, StoredRecord } from "../db/checkouts";
import type { Db } from "../db/client";
import type { Actor } from "../domain/actor";
import type { Environment } from "../domain/environment";
import type { Id } from "../domain/ids";
import type { Log } from "../domain/log";
import type { CardGateway, SandboxExtras } from "../gateway/port";
import type { Sharing } from "./shared-work";

/** What the use cases work with; `lib/deps.ts` chooses each. */
export interface CheckoutDeps {
  db: Db;
  /** The gateway that charges. */
  gateway: CardGateway;
  /** Those that charged before it, by id, the latest first: they are asked about their own charges only. */
  earlierGateways: ReadonlyMap<string, CardGateway>;
  /** What sandbox gateways can do beside the port, by the gateway's id; empty in production. */
  sandboxExtras: ReadonlyMap<string, SandboxExtras>;
  gatewayTimeoutMs: number;
  vault: Vault;
  agreements: AgreementRenderer;
  /** Confirms of one checkout: what was read of it, and what it is once it is signed. */
  confirms: Sharing<StoredRecord, CheckoutRecord>;
  environment: Environment;
  baseUrl: string;
  now(): Date;
  log: Log;
}

/** On whose behalf, and from where, a use case is called. */
export interface By {
  provider: { id: Id<"prv">; timeZone: string };
  actor: Actor;
  /** Null for work that no request asked for. */
  requestId: Id<"req"> | null;
  ipAddress: string | null;
  userAgent: string | null;
}

/** By, for a create: with what the caller's header and body say beside the command. */
export interface CreateBy extends By {
  provider: By["provider"] & { code: string; name: string };
  requestId: Id<"req">;
  idempotencyKey: string | null;
  warnings: readonly Warning[];
}

/** A request's claim to its idempotency key. */
export interface Claim {
  providerId: Id<"prv">;
  key: string;
  fingerprint: Uint8Array;
  /** The same body's, as servers made it before fingerprints had a version. */
  formerFingerprint: Uint8Array;
}

/** A Pay Now checkout whose charge was claimed but not made yet. */
export interface ClaimedCharge {
  record: CheckoutRecord;
  /** The checkout token that the answer will carry. */
  token: string;
  cardToken: string;
  claim: Claim | null;
}
