import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { attemptOf, makeDue } from "../support/charges";
import { until } from "../support/poll";
import { rehearsedHere } from "../support/runbooks";
import { payNow } from "../support/scenes";
import { alerts, isSound, place, row } from "./runbook-place";

rehearsedHere("email", "what waits and what was given up is shown, and sent", async (next) => {
  const at = await place({ SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "enrolments@example.com" });
  await payNow(at.client, at.provider);
  await tick(at.deps, new Date());
  const seen = await next(at.settings);
  expect(seen.rows.find(({ status }) => status === "pending")).toMatchObject({
    count: "1",
    last_error: expect.any(String),
  });
  await at.db.execute(sql`update email set due_at = now()`);
  expect((await next(at.settings)).rows).toHaveLength(1);
  expect((await next(at.settings)).rows).toMatchObject([{ count: "1" }]);
});

rehearsedHere("gateway", "open charges are shown, and asked for when the gateway is back", async (next) => {
  const at = await place();
  const { charge } = at.deps.gateway;
  at.deps.gateway.charge = () => Promise.reject(new Error("the response was lost"));
  const { body } = await payNow(at.client, at.provider);
  at.deps.gateway.charge = charge;
  await makeDue((await attemptOf(at.provider, body, at.db))!.id, at.db);
  expect(row(await next(at.settings), "gateway sandbox")).toMatchObject({ result: "pass" });
  const asked = await next(at.settings);
  expect(asked.rows[0]).toMatchObject({ recovered: 1 });
  const over = await next(at.settings);
  expect(alerts(over, "outcome_unknown")).toEqual([]);
  isSound(over);
});

rehearsedHere("load", "what is short is shown, and a round does what is due", async (next) => {
  const at = await place();
  const variables = { ...at.settings, BASE_URL: at.url };
  expect((await next(variables)).text).toMatch(/^provider_checkout_database_waiting/m);
  await payNow(at.client, at.provider);
  expect((await next(variables)).rows).toHaveLength(1);
  expect((await next(variables)).rows).toMatchObject([{ remaining: 0 }]);
});

rehearsedHere("bad-release", "no record was harmed, and work goes on", async (next) => {
  const at = await place();
  await payNow(at.client, at.provider);
  const variables = { ...at.settings, BASE_URL: at.url };
  expect((await next(variables)).text).toContain('"ready":true');
  isSound(await next(variables));
  expect((await next(variables)).rows).toMatchObject([{ remaining: 0 }]);
});

rehearsedHere("leaked-key", "another key works, and the one that leaked does not", async (next) => {
  const at = await place();
  const variables = { ...at.settings, PROVIDER_CODE: at.provider.code };
  const [leaked] = (await next(variables)).rows;
  expect(at.provider.key.endsWith(String(leaked!.last_four))).toBe(true);
  const changed = await next({ ...variables, KEY: String(leaked!.id) });
  const other = at.client.as(String(changed.rows[0]!.api_key));
  expect((await other.list()).status).toBe(200);
  await until("the old key is refused", async () => (await at.client.list()).status === 401);
  expect((await next(variables)).rows.map(({ status }) => status)).toContain("revoked");
});

rehearsedHere("refused-start", "a missing migration is named, applied, and over", async (next) => {
  const at = await place();
  const variables = { ...at.settings, BASE_URL: at.url };
  await at.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  const seen = await next(variables);
  expect(seen.rows.some(({ result }) => result === "fail")).toBe(true);
  await at.db.execute(sql`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  expect((await next(variables)).text).toContain("up to date");
  const over = await next(variables);
  expect(over.text).toContain('"pass"');
});
