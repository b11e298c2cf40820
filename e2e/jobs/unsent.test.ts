import { eq, sql } from "drizzle-orm";
import { describe, expect, it, type TestContext, vi } from "vitest";
import { chargeAttempt, checkout } from "../../drizzle/schema";
import { declareNeverMade } from "../../lib/checkout/recover";
import { raiseAlert, resolveAlert } from "../../lib/db/alerts";
import { leaseUnknownAttempt } from "../../lib/db/charge-attempts";
import { type Id, newId } from "../../lib/domain/ids";
import type { CardGateway } from "../../lib/gateway/port";
import { BY_CARD, begin } from "../portal/student";
import { expectProblem } from "../support/api";
import { cardToken, payNowBody } from "../support/bodies";
import { attemptOf, chargedFor, loseCommits, makeDue } from "../support/charges";
import { jobsPlace, type Place } from "./place";

/** Notes how long recovery and operators leave each charge alone when it is sent. */
function noting({ db }: Place, gateway: CardGateway) {
  const secondsLeft: number[] = [];
  const charge: CardGateway["charge"] = async (request) => {
    const [row] = await db
      .select({ left: sql<number>`extract(epoch from ${chargeAttempt.dueAt} - now())::float8` })
      .from(chargeAttempt)
      .where(eq(chargeAttempt.id, request.key as Id<"cat">));
    secondsLeft.push(row?.left ?? 0);
    return gateway.charge(request);
  };
  return { gateway: { ...gateway, charge }, secondsLeft };
}

describe("a card payment that waits for long before it is sent", () => {
  /** The gateway is asked for the order first, because of an old alert. When it answers, the payment is overdue. */
  async function waited(
    context: TestContext,
    meanwhile: (place: Place, key: Id<"cat">) => Promise<unknown> = async () => {},
  ) {
    const place = await jobsPlace(context);
    const { client, db, deps, provider } = place;
    const body = payNowBody(provider);
    const details = { provider_id: provider.id, provider_order_id: body.provider.provider_order_id };
    const alert = await raiseAlert(
      db,
      { kind: "orphan_charge", reference: newId("cat"), details },
      new Date(),
    );
    await resolveAlert(db, alert!, "operator", new Date());
    const { gateway, secondsLeft } = noting(place, deps.gateway);
    const wallClock = Date.now.bind(Date);
    context.onTestFinished(() => void vi.restoreAllMocks());
    deps.gateway = {
      ...gateway,
      async chargesOfOrder() {
        const { id } = (await attemptOf(provider, body, db))!;
        await makeDue(id, db);
        await meanwhile(place, id as Id<"cat">);
        vi.spyOn(Date, "now").mockImplementation(() => wallClock() + 600_000);
        return [];
      },
    };
    return { answer: await client.create(body), charged: await chargedFor(client, body), secondsLeft, deps };
  }

  it("is sent all the same where nobody has ended the wait, with the time that each has", async (context) => {
    const { answer, charged, secondsLeft, deps } = await waited(context);
    expect(answer.status, answer.text).toBe(201);
    expect(charged).toEqual([1500]);
    expect(secondsLeft[0]).toBeGreaterThan(deps.gatewayTimeoutMs / 1_000);
  });

  it.for([
    ["an operator has ended the wait", ({ deps }: Place, key: Id<"cat">) => declareNeverMade(deps, key)],
    [
      "somebody is about to end the wait",
      ({ db, provider }: Place, id: Id<"cat">) =>
        leaseUnknownAttempt(db, { providerId: provider.id, id }, new Date(), 60),
    ],
    [
      "the database has lost the payment's claim",
      async ({ db }: Place, id: Id<"cat">) => {
        const paid = eq(checkout.id, chargeAttempt.checkoutId);
        const [row] = await db
          .select()
          .from(chargeAttempt)
          .innerJoin(checkout, paid)
          .where(eq(chargeAttempt.id, id));
        await loseCommits(db, row?.checkout.providerOrderId ?? "none");
      },
    ],
  ] as const)("is not sent where %s", async ([, meanwhile], context) => {
    const { answer, charged } = await waited(context, meanwhile);
    expectProblem(answer, 503, "service_unavailable");
    expect(charged).toEqual([]);
  });
});

it("a request whose clock was read late gives its charge the time that each has", async (context) => {
  const place = await jobsPlace(context);
  const { gateway, secondsLeft } = noting(place, place.deps.gateway);
  const over = { ...place.deps, gateway, now: () => new Date(Date.now() - 60_000) };
  const student = await begin({ over, db: place.db });
  await student.saveDetails();
  await student.choose(BY_CARD);
  expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
  expect(secondsLeft[0]).toBeGreaterThan(place.deps.gatewayTimeoutMs / 1_000);
});
