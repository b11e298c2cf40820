import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { apiKey, chargeAttempt, checkout, event } from "../../drizzle/schema";
import { tick } from "../../lib/jobs/tick";
import { findSession } from "../../lib/setup-page/open";
import { submit } from "../../lib/setup-page/submit";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../packages/dates/time";
import { createPortal } from "../../server/instance/portal";
import { BY_PLAN, begin, newVisit } from "../portal/student";
import { Api, expectProblem } from "../support/api";
import { confirmBody, planBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { authorisedPlan, payNow, type Scene, startedPlan } from "../support/scenes";

/** A server whose own clock is wrong: what time it is is the database's to say. */
let here: Here;
let databaseUrl: string;
let provider: TestProvider;
let client: Api;
beforeAll(async () => {
  databaseUrl = await makeDatabase(inject("cluster"));
  here = await serveHere(settingsOver(databaseUrl));
  provider = await makeProvider({}, db());
  client = new Api(here.url, provider.key);
});
afterAll(() => here.stop());
afterEach(() => void vi.useRealTimers());

/** This machine's clock, so many milliseconds ahead from now on; it stands still. */
function setAhead(ms: number) {
  vi.useRealTimers();
  if (ms !== 0) vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

const db = () => database(databaseUrl);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const rowOf = async ({ id }: Pick<Scene, "id">) => {
  const [row] = await db()
    .select()
    .from(checkout)
    .where(eq(checkout.id, id as never));
  return row!;
};

/** Its time is over in so many minutes, and the server's clock is so many ahead from now on. */
async function ending<S extends Pick<Scene, "id">>(scene: S, minutes: number, ahead: number): Promise<S> {
  await db()
    .update(checkout)
    .set({ expiresAt: sql`now() + ${minutes} * interval '1 minute'` })
    .where(eq(checkout.id, scene.id as never));
  setAhead(ahead * MINUTE_MS);
  return scene;
}

const VERBS: Record<string, (scene: Scene) => ReturnType<Api["get"]>> = {
  confirm: ({ id, answer }) => client.confirm(id, confirmBody(answer.body)),
  authorise: ({ id }) => client.authorise(id),
  cancel: ({ id }) => client.cancel(id),
  "checkout-token": ({ id }) => client.post(`/v1/provider-checkouts/${id}/checkout-token`),
};

describe("a server whose clock is ten minutes behind", () => {
  it.each(Object.entries(VERBS))("answers %s of what has expired with 410", async (_, verb) => {
    const scene = await ending(await authorisedPlan(client, provider), -5, -10);
    expectProblem(await verb(scene), 410, "checkout_expired");
    const row = await rowOf(scene);
    expect(row.checkoutStatus).toBe("Expired");
    expect(row.updatedAt >= row.expiresAt!).toBe(true);
    const [last] = await db().select().from(event).where(eq(event.type, "checkout.expired"));
    expect(last!.occurredAt >= row.expiresAt!).toBe(true);
  });

  it("reads and lists it as expired, and takes its order anew", async () => {
    const scene = await ending(await startedPlan(client, provider), -5, -10);
    expect((await client.status(scene.id)).body.checkout_status).toBe("Expired");
    const { data } = (
      await client.get(`/v1/provider-checkouts?checkout_status=Expired&provider_order_id=${scene.orderId}`)
    ).body;
    expect(data).toHaveLength(1);
    expect((await client.create(scene.body)).status).toBe(201);
  });

  it("shows the student on the hosted page that the time is over", async () => {
    const { answer } = await ending(await startedPlan(client, provider), -5, -10);
    const session = new URL(answer.body.direct_debit.setup_url).searchParams.get("session")!;
    const row = (await findSession(here.deps, session))!;
    const view = await submit(here.deps, row, { session, form: new Map(), visitor: newVisit() });
    expect(view.state).toBe("expired");
  });

  it("leads a student of the portal on after another answer", async () => {
    setAhead(-10 * MINUTE_MS);
    const student = await begin({ over: here.deps, db: db() });
    await student.saveDetails();
    await student.choose(BY_PLAN);
    expect(await student.step()).toBe("bank");
    const portal = createPortal(here.deps);
    expect(
      await portal.choosePayment(newVisit(), student.secret, { ...BY_PLAN, paymentType: "upfront_payment" }),
    ).toMatchObject({ step: "card" });
  });
});

describe("a server whose clock is ten minutes ahead", () => {
  it.each(["confirm", "cancel"])("does %s while the time is not over", async (verb) => {
    const scene = await ending(await authorisedPlan(client, provider), 5, 10);
    expect((await client.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
    expect((await VERBS[verb]!(scene)).status).toBe(200);
  });

  it("authorises, and keeps the order taken", async () => {
    const scene = await ending(await startedPlan(client, provider), 5, 10);
    expectProblem(await client.create(scene.body), 409, "duplicate_order");
    expect((await client.authorise(scene.id)).status).toBe(200);
  });
});

it("work that is called with another time keeps that one: tests compress days", async () => {
  const { id } = await ending(await startedPlan(client, provider), 5, 0);
  await tick(here.deps, inMinutes(6));
  expect(await rowOf({ id })).toMatchObject({ checkoutStatus: "Expired" });
});

it.each([-10, 10])(
  "background work of a server whose clock is %i minutes off expires what is over",
  async (ahead) => {
    const over = await ending(await startedPlan(client, provider), -5, ahead);
    const live = await ending(await startedPlan(client, provider), 5, ahead);
    const { jobsSecret } = inject("stack");
    await client.call("POST", "/api/jobs/drain", { key: jobsSecret });
    expect((await rowOf(over)).checkoutStatus).toBe("Expired");
    expect((await rowOf(live)).checkoutStatus).toBe("Awaiting Direct Debit");
  },
);

it("no change is dated before the one that it follows", async () => {
  const { id } = await startedPlan(client, provider);
  const ahead = sql`now() + interval '1 minute'`;
  await db()
    .update(checkout)
    .set({ createdAt: ahead, updatedAt: ahead })
    .where(eq(checkout.id, id as never));
  const before = await rowOf({ id });
  expect((await client.cancel(id)).status).toBe(200);
  const row = await rowOf({ id });
  expect(row.updatedAt).toEqual(before.updatedAt);
  const told = await db()
    .select()
    .from(event)
    .where(eq(event.checkoutId, id as never));
  expect(told.find(({ type }) => type === "checkout.cancelled")?.occurredAt).toEqual(before.updatedAt);
});

const rightTime = async () => {
  const [row] = await db().execute<{ at: string }>(sql`select clock_timestamp() as at`);
  return new Date(row!.at).getTime();
};

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
