import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";

/** What the use cases of events and webhook endpoints work with; `lib/deps.ts` chooses each. */
export interface EventsDeps {
  db: Db;
  vault: Vault;
  environment: "sandbox" | "production";
  baseUrl: string;
  now(): Date;
}
