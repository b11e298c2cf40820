import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createVault } from "../../lib/crypto/vault";
import { listAlerts, resolveAlert } from "../../lib/db/alerts";
import { tick } from "../../lib/jobs/tick";
import { checkoutIdOf, ok } from "../support/answer";
import { planBody } from "../support/bodies";
import { damage, GONE } from "../support/damage";
import { makeEndpoint } from "../support/webhooks";
import { jobsPlace, MINUTE, type Place } from "./place";

const alertsOf = async ({ db }: Pick<Place, "db">, all = false) =>
  (await listAlerts(db, { all })).map(({ kind, reference, resolvedBy }) => ({ kind, reference, resolvedBy }));
const KEY_GONE = { kind: "sealed_value_unreadable", reference: `key_version_${GONE}`, resolvedBy: null };

/** One of each value that nobody opens while nothing happens. */
async function quiet(place: Place) {
  const { client, provider } = place;
  const plan = await client.createOnce("plan", planBody(provider));
  ok(await client.authorise(checkoutIdOf(plan)));
  await client.create(planBody(provider));
  await makeEndpoint(client);
}

describe("an operator is told of values that do not open", () => {
  it.for([
    ["bank details", "dda", "bank_sealed", "bank_key_version"],
    ["a stored answer", "idempotency_key", "sealed_answer", "key_version"],
    ["a webhook secret", "webhook_endpoint", "secret_sealed", "secret_key_version"],
    ["a link to a bank page", "dda", "id::text::bytea", "session_key_version"],
  ] as const)(
    "within three minutes where the key of %s is missing, once, and until it is there again",
    async ([, table, column, version], context) => {
      const place = await jobsPlace(context);
      await quiet(place);
      const start = Date.now();
      const lines: { kind?: string }[] = [];
      const deps = {
        ...place.deps,
        log: { ...place.deps.log, error: (line: object) => void lines.push(line) },
      };
      const round = (minutes: number) => tick(deps, new Date(start + minutes * MINUTE));
      expect(await round(0)).toMatchObject({ alerts: 0 });
      expect(await alertsOf(place)).toEqual([]);
      const mend = await (column.includes("::")
        ? place.db.execute(sql.raw(`update ${table} set ${version} = ${GONE}`)).then(() => async () => {
            await place.db.execute(sql.raw(`update ${table} set ${version} = 1`));
          })
        : damage(place.db, "key_missing", table, column, version));
      expect(await round(3)).toMatchObject({ alerts: 1 });
      expect(await round(4)).toMatchObject({ alerts: 0 });
      expect(await alertsOf(place)).toEqual([KEY_GONE]);
      expect(lines.filter(({ kind }) => kind === "sealed_value_unreadable")).toHaveLength(1);
      await mend();
      await round(6);
      await round(10);
      expect(await alertsOf(place, true)).toEqual([{ ...KEY_GONE, resolvedBy: "key_check" }]);
    },
  );

  it("while one server lacks the key, although others have it", async (context) => {
    const place = await jobsPlace(context);
    await quiet(place);
    const { deps } = place;
    const other = { ...deps, vault: createVault(`2:${Buffer.alloc(32, 9).toString("base64")}`) };
    const start = Date.now();
    const both = async (minutes: number) => {
      const now = new Date(start + minutes * MINUTE);
      return (await tick(other, now)).alerts + (await tick(deps, now)).alerts;
    };
    let told = 0;
    for (let minutes = 0; minutes < 12; minutes += 2) told += await both(minutes);
    expect(told).toBe(1);
    expect(await alertsOf(place)).toEqual([{ ...KEY_GONE, reference: "key_version_1" }]);
    await tick(deps, new Date(start + 20 * MINUTE));
    expect(await alertsOf(place)).toEqual([]);
  });

  it("again, where an operator had dealt with it and it came back", async (context) => {
    const place = await jobsPlace(context);
    await quiet(place);
    const start = Date.now();
    const spoil = () =>
      damage(place.db, "key_missing", "webhook_endpoint", "secret_sealed", "secret_key_version");
    const round = (minutes: number) => tick(place.deps, new Date(start + minutes * MINUTE));
    const mend = await spoil();
    await round(0);
    const [alert] = await listAlerts(place.db, { all: false });
    await resolveAlert(place.db, alert!.id, "operator", new Date(start));
    expect(await round(2)).toMatchObject({ alerts: 0 });
    expect(await alertsOf(place)).toEqual([]);
    await mend();
    await round(10);
    await spoil();
    expect(await round(12)).toMatchObject({ alerts: 1 });
    expect(await alertsOf(place)).toEqual([KEY_GONE]);
  });
});
