import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { chargeAttempt, checkout, idempotencyKey } from "../../../drizzle/schema";
import { gatewayCharge, gatewayTokenUse } from "../../../drizzle/schema/sandbox-gateway";
import { authorise } from "../../../lib/checkout/authorise";
import { cancel } from "../../../lib/checkout/cancel";
import { confirm, confirmByStudent } from "../../../lib/checkout/confirm";
import type { By } from "../../../lib/checkout/context";
import { create } from "../../../lib/checkout/create";
import { expireNow } from "../../../lib/checkout/expire";
import { readConfirm } from "../../../lib/contract/confirm";
import { readCreate } from "../../../lib/contract/create";
import { readClock } from "../../../lib/db/clock";
import { CheckoutError } from "../../../lib/domain/errors";
import { type Id, newId } from "../../../lib/domain/ids";
import { NO_POLICY } from "../../../lib/domain/plan-policy";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../../lib/gateway/port";
import { type JobDeps, settleDue } from "../../../lib/jobs/tick";
import type { Timed } from "../../../packages/dates/time";
import { cardToken, confirmBody, type Body as Json, merge, orderId, payNowBody, planBody } from "../bodies";
import { longAgo } from "../moments";
import type { TestProvider } from "../provider";
import { gate, NEVER, traveller } from "./interleaving";
import type { Answered, Seen } from "./linear";
import { BODIES, type Body, CRASHED, type Operation, type World } from "./world";

const PDF = Buffer.from("%PDF-1.7 stands for the agreement, because the real one takes longer than any race");
const AGREEMENT = { pdf: PDF, sha256: createHash("sha256").update(PDF).digest("hex") };

/** The use cases' adapters with a gate before and after all that others can come in between, and processes that die there. */
type TimedJobDeps = Timed<JobDeps>;

export function withGates(deps: TimedJobDeps): TimedJobDeps {
  const around = async <T>(work: () => Promise<T>): Promise<T> => {
    await gate();
    if (traveller()?.crash === "before") return died();
    const done = await work();
    if (traveller()?.crash === "after") return died();
    await gate();
    return done;
  };
  const { db, gateway } = deps;
  return {
    ...deps,
    db: new Proxy(db, {
      get(target, name) {
        if (name !== "transaction") return Reflect.get(target, name, target);
        return (...all: Parameters<typeof db.transaction>) => around(() => target.transaction(...all));
      },
    }),
    gateway: {
      ...gateway,
      charge: (request) =>
        around(async () => {
          const fate = traveller()?.fate;
          if (fate === "not reached") throw new GatewayNotReached("as the run wants it");
          if (fate === "lost before") throw new GatewayOutcomeUnknown("as the run wants it");
          const result = await gateway.charge(request);
          if (fate === "lost after") throw new GatewayOutcomeUnknown("as the run wants it");
          return result;
        }),
      findCharge: (key) => around(() => gateway.findCharge(key)),
      closeCharge: (key) => around(() => gateway.closeCharge(key)),
    },
    agreements: { ...deps.agreements, render: () => around(async () => AGREEMENT) },
  };
}

function died(): Promise<never> {
  traveller()?.die();
  return NEVER;
}

/** One order of a provider, and what is known of it outside. */
export class Order {
  private readonly name = orderId();
  private readonly bodies: Record<Body, Json>;
  private readonly tokens = new Map<string, Body>();
  /** The first answer of each create, by the checkout's id. */
  private readonly created = new Map<string, string>();

  constructor(
    private readonly deps: TimedJobDeps,
    private readonly provider: TestProvider,
  ) {
    const make = (label: Body): Json => {
      const changes = { provider: { provider_order_id: this.name }, course: { course_name: label } };
      if (BODIES[label] === null) return planBody(provider, changes);
      const slug =
        label === "declined" ? "declined_lost_card" : label === "unknown token" ? "no_such_card" : label;
      const token = cardToken(slug);
      this.tokens.set(token, label);
      return payNowBody(provider, merge(changes, { card_payment: { token } }));
    };
    const labels = Object.keys(BODIES) as Body[];
    this.bodies = Object.fromEntries(labels.map((label) => [label, make(label)])) as Record<Body, Json>;
  }

  async perform(operation: Operation, ids: readonly string[]): Promise<Answered> {
    // Each process knows of the documents that it makes itself.
    const crash = "crash" in operation && operation.crash;
    const deps = crash ? { ...this.deps, making: new Map() } : this.deps;
    try {
      if (operation.does === "create") return await this.create(deps, operation);
      if (operation.does === "work in the background") return await this.work();
      const id = ids[operation.of]!;
      if (operation.does === "lapse") return await this.lapse(id);
      const { checkout_status } = await this.act(deps, operation.does, id);
      return { answer: checkout_status, id };
    } catch (error) {
      if (!(error instanceof CheckoutError)) throw error;
      const { checkout_id } = error.extra;
      return { answer: error.code, id: typeof checkout_id === "string" ? checkout_id : null };
    }
  }

  private async create(deps: TimedJobDeps, { body, key }: Operation & { does: "create" }): Promise<Answered> {
    const { id, code } = this.provider;
    const plain = { timeZone: "Australia/Sydney", ...NO_POLICY };
    const provider = { id, code, name: "Test College", ...plain };
    const by = {
      ...SYSTEM_KEY,
      requestId: newId("req"),
      provider,
      idempotencyKey: key && `${this.name} ${key}`,
      warnings: [],
    };
    const { status, body: text, replayed } = await create(deps, by, readCreate(this.bodies[body]).value);
    const told = JSON.parse(text);
    const of: string = told.checkout?.checkout_id ?? told.checkout_id;
    // The same answer for ever: whoever made it, it was stored with the outcome.
    if (status !== 202) {
      const first = this.created.get(of) ?? text;
      if (first !== text) throw new Error(`Two answers for ${of}:\n${first}\n${text}`);
      this.created.set(of, text);
    }
    return { answer: replayed ? `${status} again` : String(status), id: of };
  }

  private act(deps: TimedJobDeps, does: "authorise" | "confirm" | "cancel" | "expire", id: string) {
    const by: By = { ...SYSTEM_KEY, provider: { id: this.provider.id, timeZone: "Australia/Sydney" } };
    switch (does) {
      case "authorise": {
        const bank = { accountName: "Amelia Nguyen", bsb: "000000", accountNumber: "000123456" };
        return authorise(deps, by, id, { bank, via: "hosted_page" });
      }
      case "cancel":
        return cancel(deps, by, id);
      case "expire":
        return expireNow(deps, by, id);
      case "confirm": {
        const answer = this.created.get(id);
        // Whoever lost create's answer has no token; a student needs none.
        if (!answer) return confirmByStudent(deps, by, id);
        return confirm(deps, by, id, readConfirm(confirmBody(JSON.parse(answer))).value);
      }
    }
  }

  private async lapse(id: string): Promise<Answered> {
    await this.deps.db
      .update(checkout)
      .set({ expiresAt: longAgo() })
      .where(and(eq(checkout.id, id as Id<"chk">), sql`checkout_status like 'Awaiting %'`));
    return { answer: "done", id: null };
  }

  private async work(): Promise<Answered> {
    await this.deps.db
      .update(chargeAttempt)
      .set({ dueAt: longAgo(), leaseUntil: null })
      .where(
        and(
          eq(chargeAttempt.providerOrderId, this.name),
          inArray(chargeAttempt.status, ["started", "unknown"]),
        ),
      );
    await settleDue(this.deps, await readClock(this.deps.db), () => true);
    return { answer: "done", id: null };
  }

  /** All that is recorded of the order, by the service and by the gateway. */
  async look(db: TimedJobDeps["db"]): Promise<Seen> {
    const rows = await db
      .select({
        id: checkout.id,
        body: checkout.courseName,
        status: checkout.checkoutStatus,
        lapsed: sql<boolean>`coalesce(checkout_status like 'Awaiting %' and expires_at <= now(), false)`,
        attempt: chargeAttempt.status,
        key: chargeAttempt.id,
      })
      .from(checkout)
      .leftJoin(chargeAttempt, eq(chargeAttempt.checkoutId, checkout.id))
      .where(and(eq(checkout.providerId, this.provider.id), eq(checkout.providerOrderId, this.name)))
      .orderBy(checkout.id);
    const ids = rows.map(({ id }) => id);
    const [charges, keys, used] = await Promise.all([
      db
        .select()
        .from(gatewayCharge)
        .where(inArray(gatewayCharge.key, ["", ...rows.map(({ key }) => key ?? "")])),
      db
        .select()
        .from(idempotencyKey)
        .where(inArray(idempotencyKey.checkoutId, [newId("chk"), ...ids])),
      db
        .select()
        .from(gatewayTokenUse)
        .where(inArray(gatewayTokenUse.token, [...this.tokens.keys()])),
    ]);
    const checkouts = rows.map(({ body, status, lapsed, attempt, key }): World["checkouts"][number] => ({
      body: body as Body,
      status,
      lapsed,
      attempt,
      charge: charges.find((one) => one.key === key)?.status ?? null,
    }));
    const named = keys.map(({ key, checkoutId, sealedAnswer }): [string, World["keys"][string]] => {
      const of = ids.indexOf(checkoutId);
      const { body, status } = checkouts[of]!;
      const answer = sealedAnswer && (status === "Payment Failed" ? "402" : "201");
      return [key.replace(`${this.name} `, ""), { body, of, answer }];
    });
    const usedTokens = used.map(({ token }) => this.tokens.get(token)!);
    return { world: { checkouts, keys: Object.fromEntries(named), usedTokens }, ids };
  }
}

const SYSTEM_KEY = {
  actor: { kind: "staff", name: "model" },
  requestId: null,
  ipAddress: "127.0.0.1",
  userAgent: null,
} as const;

export const DIED: Answered = { answer: CRASHED, id: null };
