import { eq } from "drizzle-orm";
import { beforeAll, inject } from "vitest";
import { checkout, dda } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import type { Id } from "../../lib/domain/ids";
import { api } from "./api";
import { type Html, submit } from "./html-form";
import { database, makeProvider, type TestProvider } from "./provider";
import { type Scene, startedPlan } from "./scenes";
import type { Door } from "./stack";

export const ACCOUNT = {
  accountName: "Amelia Nguyen",
  bsb: "062-000",
  accountNumber: "000 123 456",
  authorisesAlone: "yes",
};

/** The hosted page's address, as create gave it, through one of the doors. */
export function setupUrl(door: Door, scene: Scene, more: Record<string, string> = {}): string {
  const given = new URL(scene.answer.body.direct_debit.setup_url);
  const url = new URL(given.pathname + given.search, inject("stack").doors[door]);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

/** A college of a file's own, and new plans there. */
export function plansAt(name: string) {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await makeProvider({ name });
  });
  const client = () => api("server", provider.key);
  return { provider: () => provider, client, plan: () => startedPlan(client(), provider) };
}

/** From the first step to the second. */
export const continueWith = (page: Html, changes: Partial<typeof ACCOUNT & { askedBsb: string }> = {}) =>
  submit(page, "Continue", { ...ACCOUNT, ...changes });

/** From the second step to the end. */
export const authorise = (page: Html) => submit(page, "Authorise direct debit", { authorised: "yes" });

/** Everything that a page could have changed. */
export async function stored({ id }: Scene) {
  const [row] = await database()
    .select({ checkout, dda })
    .from(checkout)
    .innerJoin(dda, eq(dda.checkoutId, checkout.id))
    .where(eq(checkout.id, id as Id<"chk">));
  return row!;
}

export const testVault = () => createVault(inject("stack").appKeys);

/** The bank details that are kept, opened. */
export async function bankOf(scene: Scene) {
  const { dda } = await stored(scene);
  const sealed = { keyVersion: dda.bankKeyVersion!, bytes: dda.bankSealed! };
  return JSON.parse(Buffer.from(testVault().open("bank-details", dda.id, sealed)).toString());
}
