import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import type { Environment } from "../domain/environment";
import type { Log } from "../domain/log";
import type { Mail } from "./port";

export interface MailDeps {
  db: Db;
  vault: Vault;
  environment: Environment;
  baseUrl: string;
  /** Null where students get no mails. */
  mail: Mail | null;
  log: Log;
}
