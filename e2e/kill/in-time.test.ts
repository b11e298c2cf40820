import { describe, expect, it } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { leaseDueAttempts } from "../../lib/db/due";
import { SETTINGS } from "../../lib/env";
import { payNowBody } from "../support/bodies";
import { attemptOf, chargedFor } from "../support/charges";
import { until } from "../support/poll";
import { expectDeath, RIGHT_WITHIN_SECONDS, setUp } from "./estate";

/** As a deployment has them that sets neither. */
const DEFAULTS = {
  TICK_SECONDS: String(SETTINGS.TICK_SECONDS.parse(undefined)),
  GATEWAY_TIMEOUT_MS: String(SETTINGS.GATEWAY_TIMEOUT_MS.parse(undefined)),
};

/** Of recovery's own: two calls to the gateway and ten seconds. */
const LEASE_SECONDS = 30;

describe.concurrent("recovery with default settings", { timeout: (RIGHT_WITHIN_SECONDS + 60) * 1000 }, () => {
  it.for([
    ["a server that is killed between charge and record", 1],
    ["one whose successor is killed too, while it looks", 2],
  ] as const)("%s: paid in time, and no alert", async ([, deaths], context) => {
    const set = await setUp(context);
    const body = payNowBody(set.provider);
    await set.estate.gateway();
    const doomed = await set.estate.service({ ...DEFAULTS, CRASH_AT: "create.charged" });
    await expectDeath(doomed, set.at(doomed.url).createOnce("key", body));
    const died = Date.now();
    const { checkoutId } = (await attemptOf(set.provider, body, set.db))!;
    // A worker that takes the attempt as soon as it is due, and dies with its lease.
    if (deaths === 2)
      await until(
        "the attempt is due",
        async () => (await leaseDueAttempts(set.db, new Date(), LEASE_SECONDS, 1)).length > 0,
        { seconds: 60 },
      );
    const client = set.at((await set.estate.service(DEFAULTS)).url);
    const { body: paid } = await client.settled(checkoutId, RIGHT_WITHIN_SECONDS);
    const seconds = (Date.now() - died) / 1_000;
    expect(paid.checkout_status).toBe("Payment Processing");
    expect(seconds).toBeLessThan(RIGHT_WITHIN_SECONDS);
    expect(await chargedFor(client, body)).toEqual([1500]);
    const drained = await client.as(set.estate.jobsSecret).post("/api/jobs/drain");
    expect(drained.body).toMatchObject({ remaining: 0 });
    expect(await listAlerts(set.db, { all: true })).toEqual([]);
  });
});
