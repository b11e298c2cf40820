import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import type { Environment } from "../domain/environment";
import type { Log } from "../domain/log";
import type { Mail } from "./port";

/** What writing to students works with; `lib/deps.ts` chooses each. */
export interface MailDeps {
  db: Db;
  vault: Vault;
  environment: Environment;
  baseUrl: string;
  /** Null where students are not written to. */
  mail: Mail | null;
  log: Log;
}
