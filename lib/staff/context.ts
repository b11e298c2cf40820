import type { Asking, Cookie, CookieNames } from "../../packages/staff-sign-in/answers";
import type { SignIn } from "../../packages/staff-sign-in/sign-in";
import type { Db } from "../db/client";
import type { Id } from "../domain/ids";
import type { Log } from "../domain/log";
import type { Mail } from "../mail/context";

/** A request of the console. */
export interface StaffVisit extends Asking {
  requestId: Id<"req">;
}

export interface StaffDeps {
  db: Db;
  baseUrl: string;
  mail: Mail | null;
  log: Log;
  signIn(): Promise<SignIn>;
  cookieNames: CookieNames;
  /** For the log of security events. */
  note(
    kind: "sign_in_refused" | "link_refused",
    reason: string,
    source: { address: string | null; requestId: Id<"req"> },
  ): void;
}

/** A secret that is shown once. */
export interface Shown {
  label: string;
  value: string;
}

/** What a form did: cookies to set, where to go on and what to show or ask the browser before that, or what to correct. */
export type StaffResult =
  | { ok: true; cookies: Cookie[]; to: string; shown?: readonly Shown[]; asked?: unknown }
  | {
      ok: false;
      errors: Readonly<Record<string, string>>;
      notice: string | null;
      /** What was typed and is no secret, for a browser without scripts. */
      kept: Readonly<Record<string, string>>;
    };

export const refuse = (
  errors: Readonly<Record<string, string>>,
  notice: string | null = null,
  kept: Readonly<Record<string, string>> = {},
): StaffResult => ({ ok: false, errors, notice, kept });
