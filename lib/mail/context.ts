import type { MailTransport } from "../../packages/mail/transport";
import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import type { Environment } from "../domain/environment";
import type { Log } from "../domain/log";

/** How students get mails. Without a transport they are kept, to be read in the sandbox. */
export interface Mail {
  /** The address of ours that mails come from. */
  from: string;
  transport: MailTransport | null;
}

export interface MailDeps {
  db: Db;
  vault: Vault;
  environment: Environment;
  baseUrl: string;
  /** Null where students get no mails. */
  mail: Mail | null;
  log: Log;
}
