import type { Vault } from "../../lib/crypto/vault";
import type { Db } from "../../lib/db/client";
import { addAccount } from "../../lib/gateway/set-up";
import type { TestProvider } from "./provider";

type Given = Partial<Parameters<typeof addAccount>[2]>;

/** Gives a provider an account in test mode: at the sandbox gateway for debits, unless a test says otherwise. */
export async function makeAccount(
  { db, vault }: { db: Db; vault: Vault },
  { id: providerId }: Pick<TestProvider, "id">,
  secrets: [string, ...string[]],
  given: Given = {},
) {
  const account = { providerId, kind: "sandbox", mode: "test", url: null, externalAccount: null } as const;
  const further = { publishableKey: "pk_test_ofTheAccount", takes: ["debits"], ...given };
  const made = await addAccount(db, vault, { ...account, ...further }, secrets);
  if ("fault" in made) throw new Error(made.fault);
  return { providerId, id: made.id };
}
