import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import type { Environment } from "../domain/environment";
import type { Meters } from "../domain/meters";
import type { OutboxDeps } from "./dispatch";

/** What the use cases of events and webhook endpoints work with. */
export interface EventsDeps {
  db: Db;
  vault: Vault;
  environment: Environment;
  baseUrl: string;
  now(): Date;
}

/** What the delivery of events works with. */
export interface DeliveryDeps extends OutboxDeps {
  vault: Vault;
  environment: Environment;
  webhooks: {
    /** Milliseconds for one attempt: connection, request and whole response. */
    timeoutMs: number;
    /** In the sandbox: receivers on this machine, over http too. */
    allowLoopback: boolean;
  };
  meters: Pick<Meters, "webhook">;
}
