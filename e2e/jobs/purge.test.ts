import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  enrolment,
  event,
  idempotencyKey,
  keyedRequest,
  linkRequest,
  webhookAttempt,
  webhookDelivery,
  webhookEndpoint,
} from "../../drizzle/schema";
import { newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { makeCourse, makeProvider, type TestProvider } from "../support/provider";
import { DAY, jobsPlace, MINUTE, type Place } from "./place";

const inDays = (days: number) => new Date(Date.now() + days * DAY);

describe("what has had its time is forgotten", () => {
  it("idempotency keys after 31 days", async (context) => {
    const place = await jobsPlace(context);
    const [once, { db }] = [{ headers: { "Idempotency-Key": "key" } }, place];
    await place.client.createOnce("key", planBody(place.provider));
    await place.client.post("/v1/sandbox/clock", { advance_days: 1 }, once);
    const keys = async () => [
      ...(await db.select().from(idempotencyKey)),
      ...(await db.select().from(keyedRequest)),
    ];
    await tick(place.deps, inDays(30.9));
    expect(await keys()).toHaveLength(2);
    await tick(place.deps, inDays(31.1));
    expect(await keys()).toHaveLength(0);
  });

  it("what an event told after 90 days; that it happened stays in the timeline", async (context) => {
    const place = await jobsPlace(context);
    const id = checkoutIdOf(await place.client.create(planBody(place.provider)));
    const before = (await place.client.status(id)).body.timeline;
    const told = async () =>
      (await place.db.select({ data: event.data }).from(event)).map(({ data }) => data);
    await tick(place.deps, inDays(89.9));
    expect((await told()).includes(null)).toBe(false);
    await tick(place.deps, inDays(90.1));
    expect((await told())[0]).toBeNull();
    expect((await place.client.status(id)).body.timeline.slice(0, 1)).toEqual(before);
    // The log of requests is purged too.
    await place.deps.requestLog?.flush();
    await tick(place.deps, inDays(90.15));
    expect(await tick(place.deps, inDays(90.2))).toMatchObject({ purged: 0 });
  });

  it("the log of deliveries after 90 days, and an endpoint that was removed with the last of them", async (context) => {
    const place = await jobsPlace(context);
    const { db } = place;
    await makeAttempt(place);
    await makeAttempt(place, { deletedAt: new Date() });
    const left = async () => [
      (await db.select().from(webhookAttempt)).length,
      (await db.select().from(webhookDelivery)).length,
      (await db.select().from(webhookEndpoint)).length,
    ];
    await tick(place.deps, inDays(89.9));
    expect(await left()).toEqual([2, 2, 2]);
    await tick(place.deps, inDays(90.1));
    expect(await left()).toEqual([0, 0, 1]);
    expect(await tick(place.deps, inDays(90.2))).toMatchObject({ purged: 0 });
  });

  it("no delivery that is still to come, and none whose log is still read", async (context) => {
    const place = await jobsPlace(context);
    const { db } = place;
    await makeAttempt(place, {}, { status: "pending", finishedAt: null, dueAt: inDays(200) });
    await makeAttempt(place, {}, { startedAt: inDays(1) });
    await tick(place.deps, inDays(90.1));
    expect(await db.select().from(webhookDelivery)).toHaveLength(2);
    expect(await db.select().from(webhookAttempt)).toHaveLength(1);
  });

  it("an enrolment that its student left for 30 days, unless its order has a checkout", async (context) => {
    const place = await jobsPlace(context);
    const { client, db, provider } = place;
    const left = await makeEnrolment(place, provider, "ORD-LEFT");
    const continued = await makeEnrolment(place, provider, "ORD-CONTINUED", 10);
    const enrolled = await makeEnrolment(place, provider, "ORD-ENROLLED");
    await client.create(planBody(provider, { provider: { provider_order_id: "ORD-ENROLLED" } }));
    const other = await makeProvider({}, db);
    const others = await makeEnrolment(place, other, "ORD-ENROLLED");
    const there = async () =>
      (await db.select({ id: enrolment.id }).from(enrolment)).map(({ id }) => id).sort();
    await tick(place.deps, inDays(29.9));
    expect(await there()).toEqual([left, continued, enrolled, others].sort());
    await tick(place.deps, inDays(30.1));
    expect(await there()).toEqual([continued, enrolled].sort());
    await tick(place.deps, inDays(40.1));
    expect(await there()).toEqual([enrolled]);
  });

  it("requests for new links that nobody was there to answer, after a day", async (context) => {
    const place = await jobsPlace(context);
    await place.db.insert(linkRequest).values({ address: "amelia@example.com", createdAt: new Date() });
    expect(await tick(place.deps, inDays(0.9))).toMatchObject({ purged: 0 });
    expect(await tick(place.deps, inDays(1.1))).toMatchObject({ purged: 1 });
  });

  it("many rows in small batches, over as many ticks as that takes", async (context) => {
    const place = await jobsPlace(context);
    const { db, provider } = place;
    const { id: courseId } = await makeCourse(provider, {}, db);
    await makeEnrolments(place, enrolmentOf(provider, courseId, "ORD"), 10_500);
    expect(await tick(place.deps, inDays(31))).toMatchObject({ purged: 10_000 });
    expect(await tick(place.deps, inDays(31))).toMatchObject({ purged: 500 });
    expect(await db.select().from(enrolment)).toEqual([]);
  });

  it("by many at once, each row by one of them", async (context) => {
    const place = await jobsPlace(context);
    await makeEnrolment(place, place.provider, "ORD-1");
    const ticks = await Promise.all(Array.from({ length: 5 }, () => tick(place.deps, inDays(31))));
    expect(ticks.reduce((sum, { purged }) => sum + purged, 0)).toBe(1);
  });

  it("also after a clock that was years ahead is set right", async (context) => {
    const place = await jobsPlace(context);
    await tick(place.deps, inDays(3_650));
    await makeEnrolment(place, place.provider, "ORD-1", -31);
    expect(await tick(place.deps, new Date(Date.now() + MINUTE))).toMatchObject({ purged: 1 });
  });
});

function enrolmentOf(
  provider: TestProvider,
  courseId: typeof enrolment.$inferInsert.courseId,
  order: string,
  days = 0,
) {
  return {
    providerId: provider.id,
    id: newId("enr"),
    courseId,
    linkKeyVersion: 1,
    providerOrderId: order,
    firstName: "Amelia",
    lastName: "Nguyen",
    email: "amelia@example.com",
    createdAt: inDays(Math.min(days, 0)),
    updatedAt: inDays(days),
  };
}

async function makeEnrolment({ db }: Place, provider: TestProvider, order: string, days = 0) {
  const { id: courseId } = await makeCourse(provider, {}, db);
  const row = enrolmentOf(provider, courseId, order, days);
  await db.insert(enrolment).values(row);
  return row.id;
}

/** Many like this one: the database multiplies it. */
async function makeEnrolments({ db }: Place, row: ReturnType<typeof enrolmentOf>, count: number) {
  await db.insert(enrolment).values(row);
  await db.execute(sql`
    insert into enrolment (provider_id, id, course_id, link_key_version, provider_order_id,
      first_name, last_name, email, created_at, updated_at)
    select provider_id, gen_random_uuid(), course_id, link_key_version, provider_order_id || number,
      first_name, last_name, email, created_at, updated_at
    from enrolment, generate_series(2, ${count}::integer) as number`);
}

async function makeAttempt(
  { db, provider }: Place,
  ofEndpoint: Partial<typeof webhookEndpoint.$inferInsert> = {},
  { startedAt, ...ofDelivery }: Partial<typeof webhookDelivery.$inferInsert> & { startedAt?: Date } = {},
): Promise<void> {
  const ids = { providerId: provider.id, endpointId: newId("whe"), deliveryId: newId("whd") };
  const now = new Date();
  await db.insert(webhookEndpoint).values({
    providerId: ids.providerId,
    id: ids.endpointId,
    url: "https://example.com/",
    eventTypes: [],
    secretSealed: Buffer.from("sealed"),
    secretKeyVersion: 1,
    createdAt: now,
    updatedAt: now,
    ...ofEndpoint,
  });
  await db.insert(webhookDelivery).values({
    providerId: ids.providerId,
    id: ids.deliveryId,
    endpointId: ids.endpointId,
    eventId: newId("evt"),
    eventType: "checkout.created",
    kind: "event",
    status: "delivered",
    attempts: 1,
    createdAt: now,
    finishedAt: now,
    ...ofDelivery,
  });
  await db.insert(webhookAttempt).values({
    providerId: ids.providerId,
    deliveryId: ids.deliveryId,
    number: 1,
    startedAt: startedAt ?? now,
    durationMs: 5,
    requestHeaders: {},
    responseStatus: 200,
  });
}
