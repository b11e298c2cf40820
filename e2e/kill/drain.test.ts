import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { type Api, expectProblem } from "../support/api";
import { cardToken, payNowBody, planBody } from "../support/bodies";
import { chargedFor, checkoutIdOf, eventsOf, makeDue } from "../support/charges";
import { lapse } from "../support/provider";
import { setUp } from "./estate";

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

describe.concurrent("POST /api/jobs/drain", { timeout: 90_000 }, () => {
  it("needs the secret, and is closed where none is set", async (context) => {
    const { estate, provider, at } = await setUp(context);
    const open = at((await estate.service({ TICK_SECONDS: "0" })).url);
    for (const key of [null, "", provider.key, `${estate.jobsSecret}x`, estate.jobsSecret.slice(1)])
      expectProblem(await open.as(key).post("/api/jobs/drain"), 401, "authentication_required");
    expect((await open.as(estate.jobsSecret).post("/api/jobs/drain")).status).toBe(200);
    expectProblem(await open.as(estate.jobsSecret).get("/api/jobs/drain"), 405, "method_not_allowed");
    const closed = at((await estate.service({ TICK_SECONDS: "0", JOBS_SECRET: "" })).url);
    for (const key of [null, "", "undefined", estate.jobsSecret])
      expectProblem(await closed.as(key).post("/api/jobs/drain"), 401, "authentication_required");
  });

  it("recovers where no timer does", async (context) => {
    const { estate, db, provider, at } = await setUp(context);
    await estate.gateway();
    const client = at((await estate.service({ TICK_SECONDS: "0" })).url);
    const body = payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } });
    const pending = await client.createOnce("key", body);
    const drain = () => client.as(estate.jobsSecret).post("/api/jobs/drain");
    expect((await drain()).body).toMatchObject({ recovered: 0, remaining: 0 });
    const [attempt] = await db.select().from(chargeAttempt);
    await makeDue(attempt!.id, db);
    expect((await drain()).body).toMatchObject({ recovered: 1, remaining: 0 });
    expect((await client.status(checkoutIdOf(pending))).body.checkout_status).toBe("Payment Processing");
    expect((await drain()).body).toMatchObject({ recovered: 0, remaining: 0 });
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("does each row once when two servers drain at once, again and again", async (context) => {
    const { estate, db, provider, at } = await setUp(context);
    await estate.gateway();
    const clients = await Promise.all(
      (["server", "next"] as const).map(async (door) =>
        at((await estate.service({ TICK_SECONDS: "0" }, door)).url),
      ),
    );
    const drain = (client: Api) => client.as(estate.jobsSecret).post("/api/jobs/drain");
    for (let round = 0; round < 3; round++) {
      const client = clients[0]!;
      const pending = await Promise.all(
        TWELVE.map(() =>
          client.create(payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } })),
        ),
      );
      const plans = await Promise.all(TWELVE.map(() => client.create(planBody(provider))));
      for (const plan of plans) await lapse(checkoutIdOf(plan), db);
      for (const { id } of await db.select().from(chargeAttempt).where(eq(chargeAttempt.status, "unknown")))
        await makeDue(id, db);

      const drains = await Promise.all([...clients, ...clients].map(drain));
      for (const answer of drains) expect(answer.status, answer.text).toBe(200);
      const total = (name: string) => drains.reduce((sum, { body }) => sum + body[name], 0);
      expect({ recovered: total("recovered"), expired: total("expired") }).toEqual({
        recovered: 12,
        expired: 12,
      });
      for (const answer of pending)
        expect(await eventsOf(checkoutIdOf(answer), db)).toEqual([
          "checkout.created",
          "card_payment.succeeded",
        ]);
      for (const answer of plans)
        expect(await eventsOf(checkoutIdOf(answer), db)).toEqual(["checkout.created", "checkout.expired"]);
    }
    const attempts = await db.select().from(chargeAttempt);
    expect(attempts.map((attempt) => [attempt.status, attempt.recoveries])).toEqual(
      attempts.map(() => ["succeeded", 1]),
    );
  });
});
