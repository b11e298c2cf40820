import { present } from "../../packages/text/narrow";
import { isOpen, leaseUnknownAttempt } from "../db/charge-attempts";
import {
  beginChargeEpoch,
  deleteCheckouts,
  deleteLeft,
  deleteRest,
  LEFT,
  listToReset,
  restartClock,
} from "../db/reset";
import type { Id } from "../domain/ids";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../gateway/port";
import type { CheckoutDeps } from "./context";
import { type Gateways, gatewayOf, withAccounts } from "./gateways";

/** Rows that one transaction deletes, with everything that belongs to them. Few, so that each statement ends in time. */
const AT_ONCE = 100;

type ResetDeps = Pick<CheckoutDeps, "db" | "environment" | "debits"> & Gateways;
type Listed = Awaited<ReturnType<typeof listToReset>>[number];

/**
 * Sandbox only: deletes what a provider's tests have made, and keeps the provider, its courses, keys and endpoints. A
 * checkout goes with all its rows in one transaction, after the gateway has deleted its charge. Another call finishes an
 * interrupted one.
 * @throws GatewayNotReached, and everything that keeps the database from responding
 */
export async function resetProvider(all: ResetDeps, providerId: Id<"prv">) {
  const deps = await withAccounts(all, providerId);
  if (deps.environment !== "sandbox") throw new Error("A provider is reset in the sandbox only");
  const { db } = deps;
  /** Checkouts that stay: their charge was in progress, or their gateway is not configured. */
  let chargesUnderWay = 0;
  let sandboxCharges = 0;
  let checkouts = 0;
  // First, so that after an interrupted reset no order gets a key again that the reset has closed.
  await beginChargeEpoch(db, providerId);
  let after: Id<"chk"> | null = null;
  let page: Listed[];
  // Checkouts that are created meanwhile may stay.
  do {
    page = await listToReset(db, providerId, after, AT_ONCE);
    after = page.at(-1)?.checkoutId ?? after;
    const free: Listed[] = [];
    for (const one of page) if (await isFree(deps, providerId, one)) free.push(one);
    chargesUnderWay += page.length - free.length;
    sandboxCharges += await answered(forget(deps, free));
    const ids = free.map(({ checkoutId }) => checkoutId);
    checkouts += await deleteCheckouts(db, providerId, ids);
  } while (page.length === AT_ONCE);
  for (const left of LEFT)
    for (let found = AT_ONCE; found === AT_ONCE; ) found = await deleteLeft(db, providerId, left, AT_ONCE);
  const processor = await deps.debits.of(providerId);
  await processor?.forget?.(providerId);
  await deleteRest(db, providerId);
  // A plan that is signed later would else be overdue at once. Other processors keep what they have.
  if (processor?.forget) await restartClock(db, providerId);
  return { deleted: { checkouts, sandbox_charges: sandboxCharges }, chargesUnderWay };
}

/** Whether nobody else works on the charge now or within a minute. */
async function isFree(
  deps: ResetDeps,
  providerId: Id<"prv">,
  { attempt, further, readAt }: Listed,
): Promise<boolean> {
  if (further.some(({ isPaid, gateway }) => isPaid && !deps.sandboxExtras.has(gateway))) return false;
  if (!attempt) return true;
  if (!gatewayOf(deps, attempt.gateway)) return false;
  // Only a sandbox's gateway takes a charge back. Elsewhere one that was made, or may be, keeps its checkout.
  if (!deps.sandboxExtras.has(attempt.gateway)) return !isOpen(attempt) && attempt.status !== "succeeded";
  if (!isOpen(attempt)) return true;
  return (await leaseUnknownAttempt(deps.db, { providerId, id: attempt.key }, readAt)) !== null;
}

/** Nothing is charged here, so a gateway that does not respond in time can be asked again. */
const answered = <T>(asking: Promise<T>) =>
  asking.catch((error) => {
    if (!(error instanceof GatewayOutcomeUnknown)) throw error;
    throw new GatewayNotReached("The gateway forgot no charges in time", { cause: error });
  });

/** A key whose outcome is open is closed, so that a request that is still on its way charges nothing. */
async function forget(deps: ResetDeps, page: readonly Listed[]): Promise<number> {
  let charges = 0;
  for (const [id, extras] of deps.sandboxExtras) {
    const attempts = page.flatMap(({ attempt }) => (attempt?.gateway === id ? [attempt] : []));
    const gateway = present(gatewayOf(deps, id), "gateway of the sandbox");
    for (const { key } of attempts.filter(isOpen)) {
      if ((await gateway.findCharge(key))?.status === "succeeded") charges++;
      await extras.voidCharge(key);
    }
    const further = page.flatMap((one) => one.further.filter(({ gateway: of }) => of === id));
    const settled = [...attempts.filter((one) => !isOpen(one)), ...further].map(({ key }) => key);
    if (settled.length > 0) charges += await extras.forgetCharges(settled);
  }
  return charges;
}
