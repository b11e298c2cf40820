import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { chargeAttempt } from "../../drizzle/schema";
import { reconcile } from "../../lib/jobs/reconcile";
import { tick } from "../../lib/jobs/tick";
import { HOUR_MS, MINUTE_MS } from "../../packages/dates/time";
import { createSandboxGateway } from "../../packages/sandbox-gateway/gateway";
import { orphan } from "../jobs/place";
import { cardToken, merge } from "../support/bodies";
import { attemptOf, chargedFor, loseCommits, makeDue } from "../support/charges";
import { foreignGateway } from "../support/foreign-gateway";
import { makeRoles } from "../support/gateway";
import { createGatewayServer } from "../support/gateway-server";
import { listening } from "../support/listening";
import { until } from "../support/poll";
import { blocksOf, pageText, rehearsedHere, runbookPages } from "../support/runbooks";
import { payNow } from "../support/scenes";
import { settingsOf } from "../support/stack";
import { makeEndpoint } from "../support/webhooks";
import { appKeys as keysOfScene, makeScene } from "../webhooks/scene";
import { alerts, isSound, place, row, serve } from "./runbook-place";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;

describe("each page of docs/runbooks", () => {
  const tests = [
    "e2e/command-lines/runbooks.test.ts",
    "e2e/command-lines/service-runbooks.test.ts",
    "e2e/faults/runbooks.test.ts",
  ].map((file) => readFileSync(file, "utf8"));

  it("is in the table, and of each a test runs the blocks", () => {
    const files = readdirSync("docs/runbooks")
      .filter((file) => file.endsWith(".md"))
      .map((file) => file.replace(/\.md$/, ""));
    expect(runbookPages().toSorted()).toEqual(files.filter((page) => page !== "README").toSorted());
    for (const page of runbookPages()) {
      expect(blocksOf(page).length, page).toBeGreaterThan(0);
      const rehearsals = new RegExp(`^ *rehearsed(Here)?\\(\\s*"${page}",`, "m");
      expect(tests.filter((text) => rehearsals.test(text)).length, page).toBe(1);
    }
  });

  it("is one page, says how it shows, what it means and when it is over, and links to what exists", () => {
    for (const page of runbookPages()) {
      const text = pageText(page);
      expect(text.split("\n").length, page).toBeLessThanOrEqual(46);
      for (const part of ["**It shows as** ", "**What it means.** ", "\n## Do\n", "\n## It is over when\n"])
        expect(text, page).toContain(part);
      for (const [, file] of text.matchAll(/\]\(([^)#]+)/g))
        expect(existsSync(`docs/runbooks/${file}`), `${page}: ${file}`).toBe(true);
    }
  });
});

rehearsedHere(
  "stuck-charge",
  "a charge that its gateway cannot close is shown, and ended by an operator's word",
  async (next) => {
    const gateway = foreignGateway();
    const { url, stop } = await listening(createGatewayServer(gateway, "the gateway's secret"));
    onTestFinished(stop);
    const { settings, deps, db, provider, client } = await place({
      GATEWAY_URL: url,
      GATEWAY_ID: gateway.id,
      GATEWAY_SECRET: "the gateway's secret",
    });
    const { charge } = deps.gateway;
    deps.gateway.charge = () => Promise.reject(new Error("the request was lost"));
    const { body, answer } = await payNow(client, provider);
    expect(answer.status).toBe(202);
    deps.gateway.charge = charge;
    const attempt = (await attemptOf(provider, body, db))!;
    await db
      .update(chargeAttempt)
      .set({ createdAt: new Date(Date.now() - 2 * HOUR_MS) })
      .where(eq(chargeAttempt.id, attempt.id));
    await makeDue(attempt.id, db);
    await tick(deps, new Date());

    await makeDue(attempt.id, db);
    const seen = await next(settings);
    expect(alerts(seen, "outcome_unknown")).toMatchObject([
      { reference: attempt.id, reason: "cannot_close" },
    ]);
    expect(seen.rows.at(-1)).toMatchObject({ recovered: 0 });
    const said = await next({ ...settings, CHARGE: attempt.id });
    expect(said.rows).toEqual([{ charge: attempt.id, recorded: "closed" }]);
    const over = await next(settings);
    expect(over.rows[0]).toMatchObject({ raised: 0, resolved: 1 });
    expect(alerts(over, "outcome_unknown")).toEqual([]);
    isSound(over);
    expect((await client.create(body)).status).toBe(201);
  },
);

rehearsedHere("card-testing", "the keys of a line's provider are listed", async (next) => {
  const { settings, provider } = await place();
  const { rows } = await next({ ...settings, PROVIDER_CODE: provider.code });
  expect(rows).toMatchObject([{ id: expect.stringMatching(/^key_/), last_used_at: null }]);
});

rehearsedHere("orphan-charge", "a charge that nobody asked for is shown, and accounted for", async (next) => {
  const at = await place();
  const key = await orphan({ ...at, gateway: createSandboxGateway(at.db) });
  await reconcile(at.deps, new Date());
  const seen = await next(at.settings);
  expect(seen.said).toContain("Violated: charge_is_recorded_as_paid.");
  const [alert] = alerts(seen, "orphan_charge");
  expect(alert).toMatchObject({ reference: key, provider_order_id: "ORD-ORPHAN", charged_cents: 4_200 });
  const closed = await next({ ...at.settings, ALERT: String(alert!.alert_id) });
  expect(closed.rows).toMatchObject([{ resolved_by: "operator" }]);
  const over = await next(at.settings);
  expect(over.rows[0]).toMatchObject({ raised: 0 });
  expect(alerts(over, "orphan_charge")).toEqual([]);
  isSound(over);
});

rehearsedHere(
  "restore",
  "a payment that the restored records lack is found, and taken up when its create comes back",
  async (next) => {
    const { settings, deps, db, provider, client } = await place();
    await reconcile(deps, new Date());
    const { body } = await payNow(client, provider);
    const { id: key } = (await attemptOf(provider, body, db))!;
    await loseCommits(db, body.provider.provider_order_id);

    const restored = await next(settings);
    expect(restored.text).toContain("The database is up to date.");
    expect(restored.said).toBe("");
    expect(row(restored, "keys")).toMatchObject({ result: "pass" });
    const compared = await next(settings);
    expect(compared.rows[0]).toMatchObject({ raised: 1 });
    expect(alerts(compared, "orphan_charge")).toMatchObject([{ reference: key, recorded: "nothing" }]);

    const again = merge(body, { card_payment: { token: cardToken("amex") } });
    expect((await client.create(again)).status).toBe(201);
    const over = await next(settings);
    expect(over.rows[0]).toMatchObject({ raised: 0, resolved: 1 });
    expect(alerts(over, "orphan_charge")).toEqual([]);
    isSound(over);
    expect(await chargedFor(client, body)).toEqual([1500]);
  },
);

rehearsedHere(
  "rotation",
  "a key that was taken away too early is missed, put back, and then needed no more",
  async (next) => {
    const [one, two] = [newKey(1), newKey(2)];
    const { databaseUrl, settings, client } = await place({ APP_KEYS: one });
    await makeEndpoint(client);
    const early = await serve({ ...settingsOf(databaseUrl, two, "x".repeat(24)) });
    await tick(early.deps, new Date());

    const seen = await next({ ...settings, APP_KEYS: two });
    expect(seen.rows).toContainEqual(
      expect.objectContaining({
        key_version: 1,
        configured: false,
        sealed: [{ what: "webhook secrets", count: 1 }],
      }),
    );
    const both = { ...settings, APP_KEYS: `${two},${one}` };
    const sealed = await next(both);
    expect(sealed.rows).toContainEqual(
      expect.objectContaining({ what: "webhook_secrets", resealed: 1, not_opened: 0 }),
    );
    const needless = { key_version: 1, configured: true, sealed: [], links: [] };
    expect(sealed.rows).toContainEqual(expect.objectContaining(needless));
    const over = await next({ ...settings, APP_KEYS: two });
    const { rows } = over;
    expect(rows.filter(({ key_version: version }) => version).map(({ configured }) => configured)).toEqual([
      true,
    ]);
  },
);

rehearsedHere(
  "failing-endpoint",
  "an endpoint that was disabled is shown with its answers, enabled, and gets what it missed",
  async (next) => {
    const scene = await makeScene();
    const { receiver, endpoint } = await scene.listen();
    const settings = {
      ...settingsOf(scene.databaseUrl, keysOfScene, "x".repeat(24)),
      PROVIDER_CODE: scene.provider.code,
      ENDPOINT: endpoint,
    };
    const { url: BASE_URL } = await serve(settings);
    receiver.answer = (response) => void response.writeHead(410).end("moved");
    const [event] = await scene.happen(1);
    await scene.tick();

    const [issued] = (await next(settings)).rows;
    const API_KEY = String(issued?.api_key);
    const seen = await next({ ...settings, BASE_URL, API_KEY });
    expect(seen.rows).toMatchObject([
      { data: [{ endpoint_id: endpoint, disabled_reason: "gone" }] },
      { data: [{ event_id: event, attempts: [{ response_status: 410 }] }] },
    ]);
    receiver.answer = (response) => void response.end("ok");
    const SINCE = new Date(Date.now() - HOUR_MS).toISOString();
    const mended = await next({ ...settings, BASE_URL, API_KEY, SINCE });
    expect(mended.said).toBe("");
    expect(mended.rows).toMatchObject([{ status: "enabled" }, { kind: "test" }, { scheduled: 1 }]);
    await scene.tick(new Date(Date.now() + 1_000));
    const over = await next({ ...settings, BASE_URL, API_KEY });
    expect(over.rows).toMatchObject([
      { status: "enabled", failing_since: null },
      { data: expect.arrayContaining(["replay", "test"].map((kind) => expect.objectContaining({ kind }))) },
    ]);
    expect(receiver.received.map(({ id }) => id)).toContain(event);
  },
);

rehearsedHere("clock", "a clock that is minutes ahead is shown, and then right", async (next) => {
  const { settings, url, client } = await place();
  onTestFinished(() => void vi.useRealTimers());
  // It goes on: one that stands still would be less ahead the longer the machine takes.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * MINUTE_MS, shouldAdvanceTime: true });
  expect((await client.get("/readyz")).body.checks.clock).toBe("fail");
  const seen = await next(settings);
  expect(seen.text).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n/);
  expect(seen.said).toBe("Failed: clock.\n");
  expect(row(seen, "clock")).toMatchObject({ found: expect.stringMatching(/clock is 3\d\d\.\d s ahead/) });
  vi.useRealTimers();
  await until("it has looked again", async () => (await client.get("/readyz")).body.checks.clock === "pass");
  const over = await next({ ...settings, BASE_URL: url });
  expect(over.said).toBe("");
  expect(row(over, "clock")).toMatchObject({ result: "pass" });
  expect(over.text).toContain('"clock":"pass"');
});

rehearsedHere(
  "connection-budget",
  "a role with too few connections is shown with who holds them, and then has enough",
  async (next) => {
    const { databaseUrl, settings } = await place();
    const roles = await makeRoles(databaseUrl);
    const { username } = new URL(roles.service);
    const admin = postgres(databaseUrl, { max: 1 });
    const console = postgres(roles.service, { max: 1, connection: { application_name: "a console" } });
    onTestFinished(async () => {
      await admin.end();
      // It would wait for what was forgotten.
      await console.end({ timeout: 0 });
    });
    await admin.unsafe(`alter role ${username} connection limit 8`);
    const reserved = await console.reserve();
    await reserved.unsafe("begin; select 1 as forgotten");
    const service = {
      ...settings,
      DATABASE_URL: roles.service,
      SANDBOX_GATEWAY_DATABASE_URL: roles.gateway,
    };
    const seen = await next(service);
    expect(seen.said).toBe("Failed: connections.\n");
    expect(row(seen, "connections")).toMatchObject({
      found: "a process opens up to 15, this role has 8: enough for 0 servers and workers",
    });
    const idle = { application_name: "a console", state: "idle in transaction" };
    expect(seen.rows).toContainEqual({ ...idle, count: "1" });
    const forgotten = seen.rows.find(({ query }) => query === "begin; select 1 as forgotten");
    const ended = await next({ ...service, PID: String(forgotten!.pid) });
    expect(ended.rows).toEqual([{ pg_terminate_backend: true }]);
    await admin.unsafe(`alter role ${username} connection limit 60`);
    const over = await next(service);
    expect(over.said).toBe("");
    expect(row(over, "connections")).toMatchObject({ result: "pass" });
  },
);
