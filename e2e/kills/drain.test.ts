import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { expectProblem } from "../support/api";
import { cardToken, payNowBody, planBody } from "../support/bodies";
import { attemptOf, chargedFor, checkoutIdOf, eventsOf, holdBack, makeDue } from "../support/charges";
import type { HeldGateway } from "../support/gateway";
import type { Here } from "../support/here";
import { lapse } from "../support/provider";

import { type Scene, setUp } from "./estate";

const TWELVE = Array.from({ length: 12 }, (_, index) => index);

describe("POST /api/jobs/drain", () => {
  let scene: Scene;
  let gateway: HeldGateway;
  let server: Here;
  beforeAll(async () => {
    scene = await setUp();
    gateway = await scene.estate.gatewayHere();
    server = await scene.here();
  });
  afterAll(async () => {
    await scene.estate.stop();
    await server.stop();
    await gateway.close();
  });

  it("needs the secret, and is closed where none is set", async ({ onTestFinished }) => {
    const { estate } = scene;
    const { provider, at } = await scene.caller();
    const open = at(server);
    for (const key of [null, "", provider.key, `${estate.jobsSecret}x`, estate.jobsSecret.slice(1)])
      expectProblem(await open.as(key).post("/api/jobs/drain"), 401, "authentication_required");
    expect((await scene.drain(server)).status).toBe(200);
    const without = await scene.here({ JOBS_SECRET: "" });
    onTestFinished(() => without.stop());
    const closed = at(without);
    for (const key of [null, "", "undefined", estate.jobsSecret])
      expectProblem(await closed.as(key).post("/api/jobs/drain"), 401, "authentication_required");
  });

  it("answers GET as it does POST, behind the same secret, and does no work for HEAD", async () => {
    const { provider, at } = await scene.caller();
    const open = at(server);
    for (const key of [null, provider.key])
      expectProblem(await open.as(key).get("/api/jobs/drain"), 401, "authentication_required");
    const jobs = open.as(scene.estate.jobsSecret);
    const plan = await open.create(planBody(provider));
    await lapse(checkoutIdOf(plan), scene.db);
    const head = await jobs.call("HEAD", "/api/jobs/drain");
    expect([head.status, head.headers.get("allow")]).toEqual([405, "POST, GET"]);
    const got = await jobs.get("/api/jobs/drain");
    expect([got.status, got.body]).toMatchObject([200, { expired: 1 }]);
    expect(got.headers.get("cache-control")).toBe("no-store");
    const posted = await scene.drain(server);
    expect(Object.keys(posted.body)).toEqual(Object.keys(got.body));
    expect(posted.body).toMatchObject({ expired: 0 });
  });

  it("recovers where no timer does", async () => {
    const { db } = scene;
    const { provider, at } = await scene.caller();
    const client = at(server);
    const body = payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } });
    const pending = await client.createOnce("key", body);
    const attempt = (await attemptOf(provider, body, db))!;
    expect(await holdBack(attempt.id, db)).toBe(true);
    expect((await scene.drain(server)).body).toMatchObject({ recovered: 0, remaining: 0 });
    await makeDue(attempt.id, db);
    expect((await scene.drain(server)).body).toMatchObject({ recovered: 1, remaining: 0 });
    expect((await client.status(checkoutIdOf(pending))).body.checkout_status).toBe("Payment Processing");
    expect((await scene.drain(server)).body).toMatchObject({ recovered: 0, remaining: 0 });
    expect(await chargedFor(client, body)).toEqual([1500]);
  });

  it("does each row once when two servers drain at once, again and again", async () => {
    const { db } = scene;
    const { provider, at } = await scene.caller();
    const servers = [server, await scene.estate.service({ TICK_SECONDS: "0" }, "next")];
    const client = at(server);
    for (let round = 0; round < 2; round++) {
      const pending = await Promise.all(
        TWELVE.map(() =>
          client.create(payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } })),
        ),
      );
      const plans = await Promise.all(TWELVE.map(() => client.create(planBody(provider))));
      for (const plan of plans) await lapse(checkoutIdOf(plan), db);
      for (const { id } of await db.select().from(chargeAttempt).where(eq(chargeAttempt.status, "unknown")))
        await makeDue(id, db);

      const drains = await Promise.all([...servers, ...servers].map(scene.drain));
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
    const attempts = await db.select().from(chargeAttempt).where(eq(chargeAttempt.providerId, provider.id));
    expect(attempts.map((attempt) => [attempt.status, attempt.recoveries])).toEqual(
      attempts.map(() => ["succeeded", 1]),
    );
  });
});
