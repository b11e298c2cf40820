import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids";
import { CHECKOUT_STATUSES, EVENT_TYPES, OPPORTUNITY_STAGES } from "../../lib/domain/states";
import { DELIVERY_STATUSES } from "../../lib/domain/webhooks";
import { isCanonical } from "../../packages/http/target";
import { published } from "../conformance/document";
import { acceptedRequest, pathOf, rowOf, setting, TABLE, unknownOf } from "../conformance/table";
import { payNow, startedPlan, strangers } from "../support/scenes";
import { DOORS, type Door } from "../support/stack";
import { HANGS_MS, runsOf, SEED, tryOn } from "./runs";

const RUNS: Record<Door, number> = { server: runsOf(2_000), next: Math.min(runsOf(100), 100) };

const operations = published();

const words = fc.oneof(
  fc.string({ unit: "binary", maxLength: 10 }),
  fc.constantFrom(
    ...["", " ", "a\0b", "null", "-0", "1e2", "٣", "x".repeat(256), "x".repeat(255), "é".repeat(255)],
  ),
  fc.constantFrom(
    ...[...CHECKOUT_STATUSES, ...EVENT_TYPES, ...DELIVERY_STATUSES, ...OPPORTUNITY_STAGES],
    ...[newId("chk"), newId("evt"), " Expired ", "expired", " Amelia@Example.com"],
    ..."1 20 100 101 0 -1 007 1.0 2026-11-21T02:24Z 2026-02-30T00:00:00Z".split(" "),
  ),
);
const names = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("provider_order_id", "checkout_status", "limit", "cursor") },
  { weight: 3, arbitrary: fc.constantFrom("email", "opportunity_stage") },
  { weight: 3, arbitrary: fc.constantFrom("created_after", "created_before", "updated_since") },
  {
    weight: 4,
    arbitrary: fc.constantFrom("metadata[a]", "metadata[b][c]", "metadata[]", "metadata", "metadata[ a]"),
  },
  { weight: 3, arbitrary: fc.constantFrom("type", "checkout_id", "status", "event_id") },
  { weight: 1, arbitrary: fc.constantFrom("constructor", "Limit", "page", "limit[]", "toString", "") },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 5 }) },
);
const queries = fc.array(fc.tuple(names, words), { maxLength: 4 });

describe.each(DOORS)(`fuzzed requests, seed ${SEED}, through the %s entry point`, (door) => {
  it.each(["listCheckouts", "listSandboxCharges", "listEvents", "listWebhookDeliveries"])(
    "%s answers any query with a page, or names each parameter that is wrong",
    { timeout: HANGS_MS },
    async (id) => {
      const where = await setting(door);
      const { client, provider } = where;
      await startedPlan(client, provider);
      await startedPlan(client, provider);
      const { query } = operations.of(id);
      const { path } = await acceptedRequest(operations.of(id), where);
      if (id === "listWebhookDeliveries")
        for (const verb of ["test", "test"]) await client.post(path.replace("deliveries", verb));
      if (id === "listSandboxCharges") for (const _ of ["one", "another"]) await payNow(client, provider);
      const { body: page } = await client.get(`${path}?limit=1`);
      const known = query.map(({ name }) => name);
      const own = fc.constant<[string, string]>(["cursor", page.next_cursor]);
      const any = fc.tuple(queries, fc.option(own)).map(([some, one]) => (one ? [...some, one] : some));
      await tryOn(any, RUNS[door], async (pairs) => {
        const sent = new URLSearchParams(
          pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]),
        );
        const answer = await client.get(`${path}?${sent}`);
        const what = `${sent}\n→ ${answer.status} ${answer.text.slice(0, 600)}`;
        expect([200, 422], what).toContain(answer.status);
        const shown = [...sent.keys()].map((name) => name.replace(/[\p{Cc}\u2028\u2029]/gu, "\ufffd"));
        const unknown = shown.filter(
          (name) => !known.includes(name.replace(/^metadata\[.*\]$/s, "metadata")),
        );
        const told = (answer.body.errors ?? []).map(({ field }: { field: string }) => field);
        expect(told, what).toEqual(expect.arrayContaining(unknown));
        expect(shown, what).toEqual(expect.arrayContaining(told));
        expect(answer.status, what).toBe(told.length > 0 ? 422 : 200);
      });
    },
  );

  // What a client takes for another path before it is sent is left to those who send raw requests.
  const isSent = (segment: string) => !/^\.{1,2}$|^confirm$/.test(segment);
  const segments = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
    fc.stringMatching(/^(chk|con|CHK|chk_chk)_[0-9a-zA-Z]{24,28}$/),
    fc.constantFrom("...", "a/b", "a?b", "a#b", "%00", "%2F", "\0", "\\", ";", "confirm ", "x".repeat(3000)),
  );

  it.each(Object.keys(TABLE).filter((id) => unknownOf(id) && !id.endsWith("Legacy")))(
    "%s answers any id that is none as one that is not found",
    { timeout: HANGS_MS },
    async (id) => {
      const where = await setting(door);
      const operation = operations.of(id);
      const scene = await startedPlan(where.client, where.provider);
      const body = operation.body ? await rowOf(operation).body!(where, scene) : undefined;
      await tryOn(segments.filter(isSent), RUNS[door], async (made) => {
        const path = pathOf(operation, encodeURIComponent(made.toWellFormed()));
        const answer = await where.client.call(operation.method, path, { body });
        const what = `${path.slice(0, 300)}\n→ ${answer.status} ${answer.text.slice(0, 400)}`;
        // What a proxy could read as another path is refused before anybody looks for it.
        const code = isCanonical(path) ? unknownOf(id) : "not_found";
        expect([answer.status, answer.body.code], what).toEqual([404, code]);
      });
      expect((await where.client.status(scene.id)).body.checkout_status).toBe("Awaiting Direct Debit");
      expect((await where.client.status(strangers().checkout_id)).status).toBe(404);
    },
  );
});
