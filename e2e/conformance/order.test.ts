import { describe, expect, it } from "vitest";
import type { Scope } from "../../drizzle/vocabulary";
import { type Body, daysAhead, planBody } from "../support/bodies";
import { madeOnce } from "../support/made-once";
import { makeKey } from "../support/provider";
import { payNow, type Scene, startedPlan } from "../support/scenes";
import { DOORS } from "../support/stack";
import { EVERY_CASE, forEachOf } from "./cases";
import { published } from "./document";
import { type Context, type Draft, FAULTS, type Fault, hasBody } from "./faults";
import { isCreate, pathOf, rowOf, setting, subjectOf, TABLE, unknownOf } from "./table";

const operations = published();

/** Sends the operation's own request for a checkout, with these faults. */
async function send(context: Context, scene: Scene, faults: readonly Fault[]) {
  const { operation, client, provider } = context;
  const row = rowOf(operation);
  const { id } = row.subject ? context.other! : scene;
  let draft: Draft = {
    method: operation.method,
    path: pathOf(operation, id),
    key: provider.key,
    headers: hasBody(operation) ? { "Content-Type": "application/json" } : {},
    body: isCreate(operation) ? planBody(provider) : await row.body?.(context, scene),
    after: "",
  };
  for (const fault of faults) draft = { ...draft, ...fault.make(draft, context) };
  const { method, path, key, headers, body, after } = draft;
  const raw = body && method !== "GET" ? JSON.stringify(body) + after : undefined;
  return client.call(method, path, { key, headers, raw });
}

const told = ({ status, body }: Awaited<ReturnType<typeof send>>) => [status, body?.code];

describe.each(DOORS)("the order of checks, through the %s entry point", (door) => {
  /** Everything but the operation: as nothing here succeeds, one serves all of them. */
  async function scenes() {
    const where = await setting(door);
    const { client, provider } = where;
    await client.createOnce("used", planBody(provider));
    return { ...where, plan: await startedPlan(client, provider), paid: await payNow(client, provider) };
  }
  const shared = madeOnce(scenes);
  const narrowKeyOf = madeOnce(async (scope: Scope) =>
    makeKey((await shared()).provider.id, { scopes: [scope] }),
  );
  const otherOf = madeOnce(async (named: string) => {
    const operation = operations.all().find(({ id }) => unknownOf(id) === named)!;
    return subjectOf(operation, await shared());
  });

  async function contextOf(id: string): Promise<Context> {
    const operation = operations.of(id);
    const row = rowOf(operation);
    return {
      ...(await shared()),
      operation,
      other: row.subject && (await otherOf(row.unknown!)),
      narrowKey: await narrowKeyOf(row.scope === "webhooks:manage" ? "checkouts:read" : "webhooks:manage"),
    };
  }

  it.each(Object.keys(TABLE))("%s tells each fault alone, and before every later one", async (id) => {
    const context = await contextOf(id);
    const faults = FAULTS.filter(([, fault]) => fault.applies(context.operation));
    await forEachOf(faults, async ([what, fault]) => {
      const later = faults.slice(faults.findIndex(([one]) => one === what) + 1).toReversed();
      const trials = [[], later, ...(EVERY_CASE ? later.map((one) => [one]) : [])];
      for (const trial of trials) {
        const names = trial.map(([one]) => one);
        const answer = await send(context, context.plan, [...trial.map(([, one]) => one), fault]);
        expect([what, names, ...told(answer)]).toEqual([what, names, ...fault.told]);
      }
    });
  });

  it.each(["confirmCheckout", "confirmCheckoutLegacy"])(
    "%s looks at the token, then at the kind, then at the ids, then at the state",
    async (id) => {
      const context = { ...(await contextOf(id)), ...(await scenes()) };
      const faultOf = (what: string) => FAULTS.find(([one]) => one === what)![1];
      const [token, ids] = [faultOf("a wrong token"), faultOf("ids, order and date of another")];
      expect(told(await send(context, context.paid, [token]))).toEqual(token.told);
      expect(told(await send(context, context.paid, [ids]))).toEqual([409, "confirm_not_applicable"]);
      expect(told(await send(context, context.plan, [ids]))).toEqual(ids.told);
      expect(told(await send(context, context.plan, []))).toEqual([409, "dda_not_authorised"]);
      await context.client.cancel(context.plan.id);
      expect(told(await send(context, context.plan, [ids]))).toEqual(ids.told);
      expect(told(await send(context, context.plan, []))).toEqual([410, "checkout_cancelled"]);
    },
  );

  it("a wrong shape is told without what only the clock knows", async () => {
    const { client, provider } = await setting(door);
    const late = { plan: { first_payment_date: daysAhead(-2) }, student: { email: "x" } };
    const answer = await client.create(planBody(provider, late));
    expect(answer.body.errors.map((one: Body) => one.pointer)).toEqual(["/student/email"]);
  });
});
