import { createHash } from "node:crypto";
import type { CheckoutDeps } from "../checkout/context";
import type { Id } from "../domain/ids";
import { DIRECT_DEBIT_REQUEST, debitUserName } from "../domain/wording";
import type { DebitAccount } from "../gateway/debit-port";

/** What the student reads and authorises. Contract "Real money", section 4, "Authority". */
export interface DebitRequestWords {
  debitedBy: string;
  /** On the student's bank statement. */
  statementName: string;
  text: string;
  version: string;
  /** Of all of it: a form sends it back, so that nobody authorises what they have not read. */
  sha256: string;
}

export interface DebitRequest {
  account: DebitAccount | null;
  words: DebitRequestWords;
}

/** Who debits the provider's next plan, and in which words a student authorises it. */
export async function debitRequestOf(
  deps: Pick<CheckoutDeps, "debits">,
  provider: { id: Id<"prv">; name: string },
): Promise<DebitRequest> {
  const account = await deps.debits.of(provider.id);
  const user = account?.debitUser ?? "own";
  const words = {
    debitedBy: debitUserName(user, provider.name),
    statementName: account?.statementName ?? provider.name,
    text: DIRECT_DEBIT_REQUEST.text(user, provider.name),
    version: DIRECT_DEBIT_REQUEST.version(user),
  };
  const sha256 = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  return { account, words: { ...words, sha256 } };
}
