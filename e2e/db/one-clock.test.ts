import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { checkout, event } from "../../drizzle/schema";
import { createPortal } from "../../lib/enrolment/portal";
import { tick } from "../../lib/jobs/tick";
import { findSession } from "../../lib/setup-page/open";
import { submit } from "../../lib/setup-page/submit";
import { BY_PLAN, begin, newVisit } from "../portal/student";
import { Api, expectProblem } from "../support/api";
import { confirmBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { type Here, serveHere } from "../support/here";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { authorisedPlan, type Scene, startedPlan } from "../support/scenes";
import { settingsOf } from "../support/stack";

const MINUTE = 60_000;

/** A server whose own clock is wrong: whether a checkout's time is over is the database's to say. */
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

/** This machine's clock, so many minutes ahead; it stands still. */
function setAhead(minutes: number) {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + minutes * MINUTE });
}

const db = () => database(databaseUrl);
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);
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
  setAhead(ahead);
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
    setAhead(-10);
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
