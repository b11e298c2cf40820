import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";

/** What the delivery of events works with; `lib/deps.ts` chooses each. */
export interface DeliveryDeps {
  db: Db;
  vault: Vault;
  environment: "sandbox" | "production";
  webhooks: WebhookSettings;
  /** Null where students are not written to: of their events no mail is made. */
  mail: object | null;
  log: DeliveryLog;
}

export interface WebhookSettings {
  /** Milliseconds for one attempt: connection, request and whole answer. */
  timeoutMs: number;
  /** Of the sandbox: receivers on this machine, over http too. */
  allowLoopback: boolean;
}

interface DeliveryLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** The time of the work at hand, which a test may compress. */
export type Clock = () => Date;
