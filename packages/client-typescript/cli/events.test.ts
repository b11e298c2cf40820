import { afterEach, expect, it } from "vitest";
import { problem, type Scripted, scriptedServer } from "../../../e2e/support/scripted";
import { createProviderCheckoutClient } from "../index.js";
import { type Following, followEvents, momentOf } from "./events.js";

let server: Awaited<ReturnType<typeof scriptedServer>>;
afterEach(() => server?.stop());

const NOON = Date.parse("2026-11-24T12:00:00Z");
const event = (id: string, seconds: number) => ({
  id,
  type: "checkout.created",
  timestamp: new Date(NOON + seconds * 1000).toISOString(),
});
const page = (...data: object[]): Scripted => ({ status: 200, body: { data, next_cursor: null } });

/** The time by the service's clock. */
const noon: Scripted = { status: 200, headers: { Date: new Date(NOON).toUTCString() }, body: {} };

/** The first events that come of these answers. */
async function follow(answers: Scripted[], count: number, how: Partial<Following> = {}) {
  server = await scriptedServer(...(how.since === undefined ? [noon] : []), ...answers);
  const client = createProviderCheckoutClient({ baseUrl: server.url, maxRetries: 0 });
  const stop = new AbortController();
  const options = { signal: stop.signal, pauseMs: 10, onTrouble: () => {}, ...how };
  const found: string[] = [];
  for await (const { id } of followEvents(client, options)) if (found.push(id) === count) stop.abort();
  return found;
}

it("gives what comes from now on, oldest first, each once", async () => {
  const before = [event("b", -30), event("a", -90)];
  const found = await follow(
    [page(event("c", 0), ...before), page(event("e", 2), event("d", 1), event("c", 0), ...before)],
    3,
  );
  expect(found).toEqual(["c", "d", "e"]);
});

it("gives what has come since it began, however late the service answers for the first time", async () => {
  const down = problem(503, "service_unavailable");
  const later = page(event("b", 0), event("a", -60));
  server = await scriptedServer("cut", noon, down, later);
  const client = createProviderCheckoutClient({ baseUrl: server.url, maxRetries: 0 });
  const stop = new AbortController();
  const how = { signal: stop.signal, pauseMs: 10, onTrouble: () => {} };
  for await (const { id } of followEvents(client, how)) {
    expect(id).toBe("b");
    stop.abort();
  }
});

it("takes as many at once as there are", async () => {
  const many = Array.from({ length: 150_000 }, (_, at) => event(`evt_${at}`, 150_000 - at));
  const all = { status: 200, body: { data: many, next_cursor: null } };
  const found = await follow([all], 150_000, { since: NOON - 1 });
  expect([found[0], found.at(-1)]).toEqual(["evt_149999", "evt_0"]);
});

it("gives an event too that was recorded after a newer one", async () => {
  const first = page(event("b", 0));
  const answers = [first, page(event("d", 9), event("b", 0)), page(event("d", 9), event("c", 1))];
  expect(await follow(answers, 3)).toEqual(["b", "d", "c"]);
});

it("begins where it is asked to, and asks for the type that is wanted", async () => {
  const all = [event("d", 30), event("b", 10), event("a", -1)];
  const found = await follow([page(...all)], 2, { since: NOON, type: "checkout.created" });
  expect(found).toEqual(["b", "d"]);
  expect(server.heard[0]?.path).toBe("/v1/events?type=checkout.created&limit=100");
});

it("tells of a trouble once, and of its end", async () => {
  const told: boolean[] = [];
  const down = problem(503, "service_unavailable");
  const answers = [page(), down, "cut" as const, down, page(event("a", 0))];
  expect(await follow(answers, 1, { onTrouble: (error) => told.push(error !== null) })).toEqual(["a"]);
  expect(told).toEqual([true, false]);
});

it("ends in a refusal that does not pass", async () => {
  const refused = problem(403, "insufficient_scope", { retryable: false });
  await expect(follow([refused], 1)).rejects.toMatchObject({ code: "insufficient_scope" });
});

it("reads a time as a span or a moment", () => {
  expect(momentOf("90s", NOON)).toBe(NOON - 90_000);
  expect(momentOf("2d", NOON)).toBe(NOON - 172_800_000);
  expect(momentOf("2026-11-24T12:00Z")).toBe(NOON);
  expect(() => momentOf("yesterday")).toThrow("--since");
  expect(() => momentOf("2026-11-24T12:01Z", NOON)).toThrow("in the future");
});
