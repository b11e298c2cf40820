import { dateInZone } from "../../../packages/dates/zone";
import { keysOf } from "../../../packages/text/narrow";
import { certificateOf, readCertificate } from "../../crypto/certificate";
import type { Vault } from "../../crypto/vault";
import { asTenant } from "../../db/as-tenant";
import type { Db } from "../../db/client";
import { findProofs, type Item } from "../../db/go-live";
import type { Environment } from "../../domain/environment";
import type { StaffCaller } from "../caller";
import { demand } from "../permissions";

interface Task {
  title: string;
  how: string;
  guide: { name: string; path: string };
}

/** In the order of the page, and of the ids in a certificate. */
const TASKS: Record<Item, Task> = {
  card: {
    title: "A card payment",
    how: "Create a Pay Now checkout and pay with a test card that succeeds.",
    guide: { name: "Pay Now", path: "/docs/pay-now" },
  },
  declined: {
    title: "A declined card, then a success",
    how: "Pay with a test card that is declined, then with another card for the same order.",
    guide: { name: "Test cards", path: "/docs/testing#test-cards" },
  },
  replayed: {
    title: "A request sent again",
    how: "Send the same create again with the same Idempotency-Key. This counts for 7 days.",
    guide: { name: "Idempotency", path: "/docs/idempotency" },
  },
  unknown: {
    title: "An unknown outcome that was waited for",
    how: "Pay with the test card whose response is lost. Keep the 202 as pending until the outcome is known. The order is charged once.",
    guide: { name: "Handle an unknown outcome", path: "/docs/idempotency#handle-an-unknown-outcome" },
  },
  signed: {
    title: "A signed payment plan",
    how: "Take a plan from create over the bank authority to confirm.",
    guide: { name: "Payment plans", path: "/docs/payment-plan" },
  },
  expired: {
    title: "A checkout that expired",
    how: "Let a plan expire before it is signed.",
    guide: { name: "Expire a plan", path: "/docs/testing#expire-a-plan" },
  },
  received: {
    title: "An event received",
    how: "Register a webhook endpoint that accepts an event, and leave it enabled. A test does not count.",
    guide: { name: "Register an endpoint", path: "/docs/events#register-an-endpoint" },
  },
  again: {
    title: "An event sent again",
    how: "Replay an event, or refuse one so that it is retried, and accept it then.",
    guide: { name: "Replay events", path: "/docs/events#replay-events" },
  },
};

interface GoLiveDeps {
  db: Db;
  vault: Vault;
  environment: Environment;
}

/**
 * What a provider's system has shown in the sandbox. Nobody can tick an item: each has a record as proof.
 * @param code of a certificate to examine
 * @returns null in production
 */
export async function readGoLive({ db, vault, environment }: GoLiveDeps, caller: StaffCaller, code: string) {
  demand(caller, "read");
  if (environment !== "sandbox") return null;
  const { id, timeZone } = caller.provider;
  const proofs = await asTenant(db, id, (tx) => findProofs(tx, id));
  const items = keysOf(TASKS).map((key) => ({ key, ...TASKS[key], proof: proofs.get(key) ?? null }));
  const found = items.flatMap(({ proof }) => proof ?? []);
  const last = Math.max(...found.map(({ at }) => at.getTime()));
  const ids = found.map((proof) => proof.id);
  const isDone = found.length === items.length;
  const date = isDone ? dateInZone(new Date(last), timeZone) : null;
  return {
    items,
    /** Of the day of the latest proof; null until all are there. */
    certificate: date === null ? null : { date, code: certificateOf(vault, id, { date, ids }) },
    /** What the examined one says; null if it is not genuine. */
    examined: code === "" ? undefined : readCertificate(vault, id, code),
  };
}
