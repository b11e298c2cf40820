import type { Vault } from "../crypto/vault";
import type { Db } from "../db/client";
import type { Mail } from "./port";

/** What writing to students works with; `lib/deps.ts` chooses each. */
export interface MailDeps {
  db: Db;
  vault: Vault;
  environment: "sandbox" | "production";
  baseUrl: string;
  /** Null where students are not written to. */
  mail: Mail | null;
  log: MailLog;
}

interface MailLog {
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
