import { keysOf, present, tableOf } from "../../packages/text/narrow";
import { type AttemptKey, isOpen, leaseUnknownAttempt, releaseAttempt } from "../db/charge-attempts";
import {
  beginChargeEpoch,
  deleteCheckouts,
  deleteContacts,
  deleteDeliveries,
  deleteEnrolments,
  deleteRest,
  listToReset,
  RESET_TABLES,
  type ResetCounts,
  unrecordedKeys,
} from "../db/reset";
import { type Id, isId } from "../domain/ids";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../gateway/port";
import type { CheckoutDeps } from "./context";
import { gatewayOf } from "./gateways";

/** Rows that one transaction deletes, with all that belongs to them. Few, so that each statement ends in time. */
const AT_ONCE = 100;
const LEASE_SECONDS = 60;

type ResetDeps = Pick<CheckoutDeps, "db" | "environment" | "sandboxExtras" | "gateway" | "earlierGateways">;
type Page = Awaited<ReturnType<typeof listToReset>>;

export interface Reset {
  deleted: ResetCounts & { sandbox_charges: number };
  /** Checkouts that stay: their charge was being made, or its outcome found, at that moment, or is at a missing gateway. */
  chargesUnderWay: number;
  /** Gateways that have charges of the provider and are not configured here, so that they cannot be told to forget them. */
  gatewaysMissing: string[];
}

/**
 * Sandbox only: deletes what a provider's tests have made, and keeps the provider, its courses, keys and endpoints. A
 * checkout goes with all its rows in one transaction, after the gateway has forgotten its charge. What was cut off is
 * finished by another call.
 * @throws GatewayNotReached, and whatever keeps the database from answering
 */
export async function resetProvider(deps: ResetDeps, providerId: Id<"prv">): Promise<Reset> {
  if (deps.environment !== "sandbox") throw new Error("A provider is reset in the sandbox only");
  const { db } = deps;
  const deleted = { ...NOTHING };
  const count = (more: Partial<typeof deleted>) => {
    for (const name of keysOf(deleted)) deleted[name] += more[name] ?? 0;
  };
  let chargesUnderWay = 0;
  const gatewaysMissing = new Set<string>();
  const repeated = async <Name extends string>(name: Name, work: () => Promise<Record<Name, number>>) => {
    for (let rows = AT_ONCE; rows === AT_ONCE; ) {
      const done = await work();
      count(done);
      rows = done[name];
    }
  };
  // First: after a reset that is cut off, no order gets a key again that the reset has closed.
  await beginChargeEpoch(db, providerId);
  let after: Id<"chk"> | null = null;
  let page: Page;
  // Checkouts that are created meanwhile may stay.
  do {
    page = await listToReset(db, providerId, after, AT_ONCE);
    const last = page.at(-1);
    if (!last) break;
    after = last.checkoutId;
    const here = page.filter(({ attempt }) => {
      if (attempt === null || gatewayOf(deps, attempt.gateway) !== null) return true;
      gatewaysMissing.add(attempt.gateway);
      return false;
    });
    const { free, release } = await leased(deps, providerId, here);
    chargesUnderWay += page.length - free.length;
    try {
      count({ sandbox_charges: await answered(forget(deps, free)) });
      const ids = free.map(({ checkoutId }) => checkoutId);
      count(await deleteCheckouts(db, providerId, ids));
    } catch (error) {
      await release();
      throw error;
    }
  } while (page.length === AT_ONCE);
  await repeated("enrolments", () => deleteEnrolments(db, providerId, AT_ONCE));
  await repeated("webhook_deliveries", () => deleteDeliveries(db, providerId, AT_ONCE));
  await repeated("contacts", () => deleteContacts(db, providerId, AT_ONCE));
  count({ sandbox_charges: await answered(forgetUnrecorded(deps, providerId)) });
  count(await deleteRest(db, providerId));
  return { deleted, chargesUnderWay, gatewaysMissing: [...gatewaysMissing] };
}

const NOTHING: Reset["deleted"] = {
  ...tableOf(keysOf(RESET_TABLES), () => 0),
  sandbox_charges: 0,
};

/** A page's checkouts whose charges nobody else has in hand, and nobody takes meanwhile. */
async function leased({ db }: ResetDeps, providerId: Id<"prv">, page: Page) {
  const taken: { attempt: AttemptKey; leaseUntil: Date }[] = [];
  const free: Page = [];
  const release = async () => {
    for (const { attempt, leaseUntil } of taken)
      await releaseAttempt(db, attempt, leaseUntil).catch(() => {});
  };
  try {
    for (const one of page) {
      if (one.attempt && isOpen(one.attempt)) {
        const attempt = { providerId, id: one.attempt.key };
        const leaseUntil = await leaseUnknownAttempt(db, attempt, one.readAt, LEASE_SECONDS);
        if (!leaseUntil) continue;
        taken.push({ attempt, leaseUntil });
      }
      free.push(one);
    }
    return { free, release };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Nothing is charged here, so a gateway that does not respond in time can be asked again. */
const answered = <T>(asking: Promise<T>) =>
  asking.catch((error) => {
    if (!(error instanceof GatewayOutcomeUnknown)) throw error;
    throw new GatewayNotReached("The gateway forgot no charges in time", { cause: error });
  });

/** A key whose outcome is open is closed, so that a request that is still on its way charges nothing. */
async function forget(deps: ResetDeps, page: Page): Promise<number> {
  const settled = new Map<string, string[]>();
  let charges = 0;
  for (const { attempt } of page) {
    if (!attempt) continue;
    const { key } = attempt;
    const gateway = present(
      gatewayOf(deps, attempt.gateway),
      "gateway of a charge that is looked after here",
    );
    if (isOpen(attempt)) {
      if ((await gateway.findCharge(key))?.status === "succeeded") charges++;
      await deps.sandboxExtras.get(gateway.id)?.voidCharge(key);
    } else settled.set(gateway.id, [...(settled.get(gateway.id) ?? []), key]);
  }
  for (const [gateway, keys] of settled)
    charges += (await deps.sandboxExtras.get(gateway)?.forgetCharges(keys)) ?? 0;
  return charges;
}

/** Charges without a record. An attempt is recorded before it charges, so list the charges first. */
async function forgetUnrecorded({ db, sandboxExtras }: ResetDeps, providerId: Id<"prv">): Promise<number> {
  let charges = 0;
  for (const extras of sandboxExtras.values())
    for (let forgotten = 1; forgotten > 0; charges += forgotten) {
      const listed = (await extras.chargesOf(providerId)).map(({ key }) => key);
      const ours = listed.filter((key) => isId("cat", key));
      const foreign = listed.filter((key) => !isId("cat", key));
      const keys = [...foreign, ...(await unrecordedKeys(db, providerId, ours))];
      forgotten = keys.length === 0 ? 0 : await extras.forgetCharges(keys);
    }
  return charges;
}
