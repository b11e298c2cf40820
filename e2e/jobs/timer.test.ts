import { expect, inject, it, vi } from "vitest";
import { createInstance } from "../../server/instance/instance";
import { depsHere } from "../support/here";
import { settingsOf } from "../support/stack";

/** How often a server looks at its database, whatever else it does. */
const LOOK_MS = 1_000;

// e2e/kills/in-time.test.ts shows that a charge is recovered in time with rounds so far apart as by default.
it.each([
  ["every 5 seconds by default, and delivers every second", {}, [5_000, 1_000, 1_000, 1_000, LOOK_MS]],
  ["as often as TICK_SECONDS says", { TICK_SECONDS: "7" }, [7_000, 1_000, 1_000, 1_000, LOOK_MS]],
  ["never with TICK_SECONDS=0", { TICK_SECONDS: "0" }, [LOOK_MS]],
])("a server looks for work %s", async (_, settings, expected) => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const { TICK_SECONDS: __, ...usual } = settingsOf(databaseUrl, appKeys, jobsSecret);
  // Charges and expiries, documents, deliveries and, as they are kept, mails.
  const deps = depsHere({ ...usual, MAIL_KEEP: "on", ...settings });
  const intervals = vi.spyOn(globalThis, "setInterval");
  const instance = createInstance(deps);
  const periods = intervals.mock.calls.map(([, period]) => period);
  intervals.mockRestore();
  await instance.close();
  expect(periods).toEqual(expected);
});
