import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { apiKey, chargeAttempt, checkout } from "../../drizzle/schema";
import { tick } from "../../lib/jobs/tick";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../packages/dates/time";
import { Api } from "../support/api";
import { planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { type Here, serveHere } from "../support/here";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { payNow, startedPlan } from "../support/scenes";
import { settingsOf } from "../support/stack";

/** A server whose clock is wrong, with the clock that it has by itself. */
let here: Here;
let databaseUrl: string;
let provider: TestProvider;
let client: Api;
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  here = await serveHere(settingsOf(databaseUrl, appKeys, jobsSecret));
  provider = await makeProvider({}, db());
  client = new Api(here.url, provider.key);
});
afterAll(() => here.stop());
afterEach(() => void vi.useRealTimers());

const db = () => database(databaseUrl);
const rightTime = async () => {
  const [row] = await db().execute<{ at: string }>(sql`select clock_timestamp() as at`);
  return new Date(row!.at).getTime();
};

/** This machine's clock, so many milliseconds ahead from now on; it stands still. */
function setAhead(ms: number) {
  vi.useRealTimers();
  if (ms !== 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

/** A clock is read as exactly as its answer was quick, which it may not be on a busy machine. */
const INEXACT_MS = SECOND_MS;

/** What is done, and between which moments by the database's clock. */
async function timed<T>(act: () => Promise<T>) {
  const from = await rightTime();
  const done = await act();
  const to = await rightTime();
  return {
    done,
    /** Whether it is a moment of that time, so much later. */
    isThen: (at: Date | null | undefined, ms = 0) =>
      at != null && at.getTime() - ms >= from - INEXACT_MS && at.getTime() - ms <= to + INEXACT_MS,
  };
}

describe.each([-4, 4])("a server whose clock is %i minutes ahead", (minutes) => {
  it("makes a plan that lives for seven days by the database's clock", async () => {
    setAhead(minutes * MINUTE_MS);
    const { done, isThen } = await timed(() => startedPlan(client, provider, farFirstPayment(provider)));
    const [row] = await db()
      .select()
      .from(checkout)
      .where(eq(checkout.id, done.id as never));
    expect([isThen(row!.createdAt), isThen(row!.expiresAt, 7 * DAY_MS)]).toEqual([true, true]);
  });

  it("leaves a charge whose outcome it did not learn for a few seconds", async () => {
    setAhead(minutes * MINUTE_MS);
    const { isThen } = await timed(() => payNow(client, provider, "answer_lost"));
    const [row] = await db().select().from(chargeAttempt).where(eq(chargeAttempt.providerId, provider.id));
    expect([row!.status, isThen(row!.createdAt), isThen(row!.dueAt, 5 * SECOND_MS)]).toEqual([
      "unknown",
      true,
      true,
    ]);
    await db().delete(chargeAttempt).where(eq(chargeAttempt.id, row!.id));
  });

  it("lets a key in until it expires by the database's clock", async () => {
    const ending = await makeProvider({}, db());
    const at = (ms: number) =>
      db()
        .update(apiKey)
        .set({ expiresAt: new Date(Date.now() + ms) })
        .where(eq(apiKey.providerId, ending.id));
    // Its own clock says the opposite of both.
    await at(2 * Math.sign(minutes) * MINUTE_MS);
    setAhead(minutes * MINUTE_MS);
    const { status } = await new Api(here.url, ending.key).get("/v1/provider-checkouts");
    expect(status).toBe(minutes > 0 ? 200 : 401);
  });
});

/** Far enough that a plan's life does not end with it. */
function farFirstPayment(of: TestProvider) {
  const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
  const { plan } = planBody(of);
  return { plan: { ...plan, first_payment_date: day } };
}

describe("a server whose clock is a day ahead", () => {
  const ready = async () => {
    const { status, body } = await client.get("/readyz");
    return [status, body.checks.clock];
  };

  it("works by the database's time, in front and behind", async () => {
    const scene = await startedPlan(client, provider);
    setAhead(DAY_MS);
    const { done, isThen } = await timed(() => client.create(planBody(provider)));
    const id = done.body.checkout.checkout_id;
    const [row] = await db().select().from(checkout).where(eq(checkout.id, id));
    expect([done.status, isThen(row?.createdAt)]).toEqual([201, true]);
    await tick(here.deps);
    expect((await client.status(scene.id)).body.checkout_status).toBe("Awaiting Direct Debit");
  });

  it.each([
    [20 * SECOND_MS, "pass"],
    [-60 * SECOND_MS, "fail"],
    [DAY_MS, "fail"],
  ])("%i ms: says %s of its clock, is ready, and answers", async (ms, said) => {
    setAhead(ms);
    await expect.poll(ready, { timeout: 120_000 }).toEqual([200, said]);
    expect((await client.get("/v1/provider-checkouts")).status).toBe(200);
  });
});

it("a rotated secret ends by the database's clock", async () => {
  setAhead(4 * MINUTE_MS);
  const made = await client.post("/v1/webhook-endpoints", { url: "https://receiver.example/hook" });
  const { done, isThen } = await timed(() =>
    client.post(`/v1/webhook-endpoints/${made.body.endpoint_id}/rotate-secret`, { overlap_hours: 1 }),
  );
  expect(isThen(new Date(done.body.secret_rotating_until), 60 * MINUTE_MS)).toBe(true);
});
