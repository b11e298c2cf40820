import {
  staff,
  staffPasskey,
  staffPassword,
  staffSecondFactor,
  staffSession,
  staffToken,
} from "../../drizzle/schema";
import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { removePasskeys } from "../../lib/db/staff";
import { isId, newId } from "../../lib/domain/ids";
import { staffSecret } from "../../lib/staff/secret";
import type { SignIn } from "../../packages/staff-sign-in/sign-in";

interface Deps {
  db: Db;
  vault: Vault;
  baseUrl: string;
}

const TABLES = {
  user: staff,
  session: staffSession,
  account: staffPassword,
  verification: staffToken,
  twoFactor: staffSecondFactor,
  passkey: staffPasskey,
};

/** Browsers take a name with the prefix only over TLS, from this host, for all of it. */
export const cookieNamesOf = (baseUrl: string) => {
  const prefix = baseUrl.startsWith("https:") ? "__Host-" : "";
  return { session: `${prefix}console`, code: `${prefix}console-code`, passkey: `${prefix}console-passkey` };
};

/** Loads the sign-in library when it is first asked for: a student's page has no use for it. */
export function lazySignIn(deps: Deps): () => Promise<SignIn> {
  let opened: Promise<SignIn> | undefined;
  async function open() {
    const { createSignIn } = await import("../../packages/staff-sign-in/sign-in");
    const { db, baseUrl } = deps;
    const secret = await staffSecret(deps);
    const cookieNames = cookieNamesOf(baseUrl);
    return createSignIn({
      ...{ db, tables: TABLES, baseUrl, secret, cookieNames },
      newUserId: () => newId("stf"),
      // Whoever lost the account to somebody else does not share it any more.
      async afterReset(userId) {
        if (isId("stf", userId)) await removePasskeys(db, userId, null);
      },
    });
  }
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
}
