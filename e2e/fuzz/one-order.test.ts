import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CheckoutStatus } from "../../lib/domain/states";
import { type Setting, setting } from "../conformance/table";
import type { Answer } from "../support/answer";
import { type Body, cardToken, confirmBody, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { chargedFor, checkoutsFor, expectReplay } from "../support/charges";
import { lapse } from "../support/provider";
import { DOORS, type Door } from "../support/stack";
import { HANGS_MS, runsOf, SEED } from "./runs";

interface Made {
  id: string;
  status: CheckoutStatus;
  answer: Answer;
}

/** What the contract says of one order: sections 4 (create, Idempotency-Key), 5 and 6, as far as a sequence shows it. */
interface Model {
  made: Made[];
  /** What each key's last request with an outcome was, and its answer. */
  keys: Map<string, { body: string; made: Made; answer: Answer }>;
  usedTokens: Set<string>;
  charges: number;
}

interface Real extends Setting {
  bodies: Record<string, Body>;
}

const ENDED: CheckoutStatus[] = ["Payment Failed", "Expired", "Cancelled"];
const live = ({ made }: Model) => made.find(({ status }) => !ENDED.includes(status));
const last = ({ made }: Model) => made.at(-1);

type Command = fc.AsyncCommand<Model, Real>;

const told = (answer: Answer) => (answer.status < 300 ? answer.status : [answer.status, answer.body.code]);

/** Creates with one of a few bodies, and one of two keys or none. */
class Create implements Command {
  constructor(
    readonly body: string,
    readonly key: string | null,
  ) {}
  check = () => true;
  toString = () => `create(${this.body}, ${this.key})`;

  async run(model: Model, { client, bodies }: Real): Promise<void> {
    const body = bodies[this.body]!;
    const answer = await (this.key === null ? client.create(body) : client.createOnce(this.key, body));
    const earlier = this.key === null ? undefined : model.keys.get(this.key);
    if (earlier?.body === this.body) {
      expectReplay(answer, earlier.answer);
      return;
    }
    expect(answer.headers.get("idempotent-replayed")).toBeNull();
    if (earlier && !ENDED.includes(earlier.made.status)) {
      expect(told(answer)).toEqual([422, "idempotency_key_reused"]);
      expect(answer.body.checkout_id).toBe(earlier.made.id);
      return;
    }
    const holder = live(model);
    if (holder) {
      expect(told(answer)).toEqual([409, "duplicate_order"]);
      expect(answer.body).toMatchObject({ checkout_id: holder.id, checkout_status: holder.status });
      return;
    }
    this.begun(model, body, answer);
  }

  private begun(model: Model, body: Body, answer: Answer): void {
    const token: string | undefined = body.card_payment?.token;
    if (token && model.usedTokens.has(token)) {
      expect(told(answer)).toEqual([422, "validation_failed"]);
      expect(answer.body.errors).toMatchObject([{ code: "token_already_used" }]);
      model.made.push({ id: "", status: "Payment Failed", answer });
      if (this.key !== null) model.keys.delete(this.key);
      return;
    }
    if (token) model.usedTokens.add(token);
    const isDeclined = this.body.startsWith("declined");
    expect(told(answer)).toEqual(isDeclined ? [402, "card_declined"] : 201);
    const status = isDeclined ? "Payment Failed" : token ? "Payment Processing" : "Awaiting Direct Debit";
    if (status === "Payment Processing") model.charges += 1;
    const id = answer.body.checkout_id ?? answer.body.checkout.checkout_id;
    const made: Made = { id, status, answer };
    model.made.push(made);
    if (this.key !== null) model.keys.set(this.key, { body: this.body, made, answer });
  }
}

type Step = "authorise" | "confirm" | "cancel" | "lapse";
const AWAITING: CheckoutStatus[] = ["Awaiting Direct Debit", "Awaiting Confirmation"];

/** Does something with the latest checkout of the order. */
class Act implements Command {
  constructor(readonly step: Step) {}
  toString = () => this.step;

  check(model: Readonly<Model>): boolean {
    const made = last(model);
    if (!made?.id) return false;
    if (this.step === "lapse") return AWAITING.includes(made.status);
    return this.step !== "confirm" || made.answer.body.checkout?.dda_id != null;
  }

  async run(model: Model, { client }: Real): Promise<void> {
    const made = last(model)!;
    if (this.step === "lapse") {
      await lapse(made.id);
      made.status = "Expired";
      return;
    }
    const answer =
      this.step === "confirm"
        ? await client.confirm(made.id, confirmBody(made.answer.body))
        : await client[this.step](made.id);
    const [expected, next] = this.expected(made.status);
    expect(told(answer)).toEqual(expected);
    made.status = next;
  }

  private expected(now: CheckoutStatus): [number | [number, string], CheckoutStatus] {
    const isByCard = now.startsWith("Payment");
    if (now === "Cancelled" && this.step === "cancel") return [200, now];
    if (now === "Expired") return [[410, "checkout_expired"], now];
    if (now === "Cancelled") return [[410, "checkout_cancelled"], now];
    switch (this.step) {
      case "authorise":
        if (isByCard) return [[409, "dda_not_applicable"], now];
        return [200, now === "Awaiting Direct Debit" ? "Awaiting Confirmation" : now];
      case "confirm":
        if (now === "Awaiting Direct Debit") return [[409, "dda_not_authorised"], now];
        return [200, "Confirmed"];
      default:
        return AWAITING.includes(now) ? [200, "Cancelled"] : [[409, "cancel_not_applicable"], now];
    }
  }
}

/** Everything that can be read of the order says what the model says. */
class Look implements Command {
  check = () => true;
  toString = () => "look";

  async run(model: Model, { client, bodies }: Real): Promise<void> {
    const listed = await checkoutsFor(client, bodies.plan!);
    expect(listed.map((one) => one.checkout_status).reverse()).toEqual(
      model.made.map(({ status }) => status),
    );
    expect(listed.filter((one) => !ENDED.includes(one.checkout_status)).length).toBeLessThanOrEqual(1);
    expect(await chargedFor(client, bodies.plan!)).toEqual(Array(model.charges).fill(1500));
    expect(model.charges).toBeLessThanOrEqual(1);
  }
}

const creates = fc
  .tuple(
    fc.constantFrom("plan", "other plan", "visa", "declined", "declined too"),
    fc.constantFrom(null, "one", "one", "two"),
  )
  .map(([body, key]) => new Create(body, key));
const steps = fc
  .constantFrom<Step>("authorise", "authorise", "confirm", "cancel", "lapse")
  .map((step) => new Act(step));
const commands = fc.commands([creates, steps, fc.constant(new Look())], { maxCommands: 25 });

const SEQUENCES: Record<Door, number> = { server: runsOf(2_000) / 20, next: 10 };

describe.each(DOORS)(`one order, seed ${SEED}, through the %s entry point`, (door) => {
  it("has at most one live checkout and one charge, and each answer is the contract's, in any sequence of requests", {
    timeout: HANGS_MS,
  }, async () => {
    const property = fc.asyncProperty(commands, async (sequence) => {
      const where = await setting(door);
      const order = { provider: { provider_order_id: orderId() } };
      const plan = planBody(where.provider, order);
      const card = (name: string) =>
        merge(payNowBody(where.provider, order), { card_payment: { token: cardToken(name) } });
      const bodies = {
        plan,
        "other plan": merge(plan, { plan: { payment_frequency: "Weekly" } }),
        visa: card("visa"),
        declined: card("declined_lost_card"),
        "declined too": card("declined_expired_card"),
      };
      const model: Model = { made: [], keys: new Map(), usedTokens: new Set(), charges: 0 };
      const real = { ...where, bodies };
      await fc.asyncModelRun(() => ({ model, real }), sequence);
      await new Look().run(model, real);
    });
    await fc.assert(property, { seed: SEED, numRuns: Math.ceil(SEQUENCES[door]) });
  });
});
