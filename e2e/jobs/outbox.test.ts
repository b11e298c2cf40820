import { eq, isNull, sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { email, event, webhookDelivery } from "../../drizzle/schema";
import { dispatchEvents } from "../../lib/events/dispatch";
import { createEndpoint } from "../../lib/events/endpoints";
import { payNowBody } from "../support/bodies";
import { jobsPlace } from "./place";

it("an event reaches all who make something of it, or waits for its next turn with none", async (context) => {
  const { client, db, deps, provider } = await jobsPlace(context);
  const writesMails = { db, mail: {}, log: deps.log };
  const later = () => new Date(deps.now().getTime() + 6_000);
  await createEndpoint(deps, provider.id, { url: "https://receiver.example/", event_types: null });
  await client.create(payNowBody(provider));
  const undispatched = () => db.$count(event, isNull(event.dispatchedAt));
  const made = () =>
    Promise.all([db.$count(webhookDelivery, eq(webhookDelivery.kind, "event")), db.$count(email)]);

  await db.execute(
    sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'stuck'; end $$`,
  );
  await db.execute(sql`create trigger stuck before insert on email for each row execute function refuse()`);
  // The one that is no student's mail goes on.
  expect(await dispatchEvents(writesMails, deps.now)).toBe(1);
  expect([await undispatched(), await made()]).toEqual([1, [1, 0]]);

  await db.execute(sql`drop trigger stuck on email`);
  const atOnce = [1, 2, 3, 4].map(() => dispatchEvents(writesMails, later));
  expect((await Promise.all(atOnce)).reduce((all, events) => all + events)).toBe(1);
  expect([await undispatched(), await made()]).toEqual([0, [2, 1]]);
  expect(await dispatchEvents(writesMails, later)).toBe(0);
});
