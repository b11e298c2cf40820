import { execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished, type TestContext, vi } from "vitest";
import { USUAL_DECLINES } from "../../lib/domain/declines";
import { tick } from "../../lib/jobs/tick";
import { readRows } from "../../packages/postgres-guard/index";
import { startTimer } from "../../server/background/timer";
import type { Deps } from "../../server/instance/deps";
import { createHealth } from "../../server/instance/health";
import { createMetrics } from "../../server/metrics/read";
import { jobsPlace, type Place } from "../jobs/place";
import { readRules } from "../support/alert-rules";
import { Api } from "../support/api";
import { cardToken, confirmBody, payNowBody } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { hurried } from "../support/limits";
import { listening } from "../support/listening";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { makeProvider } from "../support/provider";
import { authorisedPlan, payNow } from "../support/scenes";
import { freePort, settingsOf, start } from "../support/stack";
import { STATES } from "./data-states";
import { judge, promtool, run, type Scrape } from "./promtool";

/** Alerts that a test of this file has seen fire. */
const fired = new Set<string>();

const secondsNow = () => Date.now() / 1000;
/** What the metrics say at this moment: nothing is kept from before. */
const scrape = async (deps: Deps): Promise<Scrape> => {
  const health = createHealth(deps, { isDraining: false });
  return { text: await createMetrics(deps, health)(), at: secondsNow() };
};

async function expectFiring(before: Scrape, during: Scrape, alerts: string[]): Promise<void> {
  expect(await judge(before, during, alerts)).toBe("");
  for (const alert of alerts) fired.add(alert);
}

/** A service that does all its work, and has done some. */
async function well(context: TestContext): Promise<Place> {
  const place = await jobsPlace(context);
  await tick(place.deps);
  await startTimer(place.deps, 60).stop();
  expect((await place.client.get("/v1/provider-checkouts")).status).toBe(200);
  return place;
}

/** The same behind a wire that can be held up and cut. */
async function wired() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const proxy = await startPostgresProxy(databaseUrl);
  const here = await serveHere(hurried(settingsOf(proxy.url, appKeys, jobsSecret)));
  onTestFinished(async () => {
    await proxy.close();
    await here.stop();
  });
  await tick(here.deps);
  const provider = await makeProvider({}, here.deps.db);
  const client = new Api(here.url, provider.key);
  expect((await client.get("/v1/provider-checkouts")).status).toBe(200);
  return { proxy, here, client };
}

const title = promtool.path ? "" : ` (${promtool.remedy})`;
const withPromtool = it.skipIf(!promtool.path);

withPromtool(`the rules are well formed, and so is the text of the metrics${title}`, async (context) => {
  const { deps } = await well(context);
  expect(await run(["check", "rules", "ops/prometheus/alerts.yaml"])).toMatchObject({ isGood: true });
  const { text } = await scrape(deps);
  const { output } = await run(["check", "metrics"], text!);
  // Names of Node's own that the library has chosen, and `build_info`, are not ours to change.
  expect(output.split("\n").filter((line) => line.startsWith("provider_checkout"))).toEqual([]);
  expect(output).not.toContain("error while linting");
});

withPromtool(`where all is well no alert fires${title}`, async (context) => {
  const place = await well(context);
  const timer = startTimer(place.deps, 0.05);
  onTestFinished(() => timer.stop());
  const before = await scrape(place.deps);
  await payNow(place.client, place.provider);
  let during = before;
  const times = ({ text }: Scrape) => text!.match(/^provider_checkout_background_round_last_success.+$/gm)!;
  await until("each round has ended well again", async () => {
    during = await scrape(place.deps);
    const still = new Set(times(before));
    return (
      times(during).every((line) => !still.has(line)) &&
      /oldest_undispatched_events_seconds 0$/m.test(during.text!)
    );
  });
  expect(await judge(before, during, [])).toBe("");
});

withPromtool(`a process that has ended: ProcessAway${title}`, async (context) => {
  const { deps } = await well(context);
  const here = await serveHere(
    settingsOf(deps.settings.DATABASE_URL, deps.settings.APP_KEYS, "x".repeat(24)),
  );
  const before = await scrape(deps);
  await here.stop();
  await expect(fetch(`${here.url}/api/jobs/metrics`)).rejects.toThrow();
  await expectFiring(before, { text: null, at: secondsNow() }, ["ProcessAway"]);
});

withPromtool(`nobody who is asked: ScrapeSilent, WorkSilent${title}`, async (context) => {
  const { deps } = await well(context);
  const during = { text: null, at: secondsNow(), isSilent: true };
  await expectFiring(await scrape(deps), during, ["ScrapeSilent", "WorkSilent"]);
});

withPromtool(`a clock that is a minute ahead: ClockSkewed, ProcessNotReady${title}`, async (context) => {
  const { deps } = await well(context);
  const before = await scrape(deps);
  const real = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
  const during = await scrape(deps);
  vi.restoreAllMocks();
  await expectFiring(before, during, ["ClockSkewed", "ProcessNotReady"]);
});

withPromtool(
  `a database that is gone: DatabaseAway, RequestsFail, BackgroundWorkStopped${title}`,
  async () => {
    const { proxy, here, client } = await wired();
    const timer = startTimer(here.deps, 0.05);
    onTestFinished(() => timer.stop());
    const rounds = async (pattern: RegExp) => pattern.test(await here.deps.meters.text());
    await until("a round has ended well", () =>
      rounds(/round_duration_seconds_count\{round="settle"\} [1-9]/),
    );
    await proxy.cut();
    // One that was under way may still end well.
    await until("a round has failed", () => rounds(/rounds_failed_total\{round="settle"\} [1-9]/));
    const before = { ...(await scrape(here.deps)), text: await here.deps.meters.text() };
    for (let times = 0; times < 5; times++)
      expect((await client.get("/v1/provider-checkouts")).status).toBe(503);
    const during = await scrape(here.deps);
    await expectFiring(before, during, [
      "DatabaseAway",
      "RequestsFail",
      "ProcessNotReady",
      "BackgroundWorkStopped",
    ]);
  },
);

withPromtool(`a database that hangs: ConnectionsShort, DeadlinesMissed, AnswersSlow${title}`, async () => {
  const { proxy, here, client } = await wired();
  const before = await scrape(here.deps);
  proxy.holdAt("hold on");
  void readRows(here.deps.db, sql`select 'hold on'`).catch(() => {});
  await until("it hangs", () => proxy.isHolding());
  const asked = Array.from({ length: 15 }, () => client.get("/v1/provider-checkouts"));
  await until("they wait", async () => /database_waiting [2-9]/.test(await here.deps.meters.text()));
  await expectFiring(before, await scrape(here.deps), ["ConnectionsShort"]);
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503);
  await expectFiring(before, await scrape(here.deps), ["DeadlinesMissed", "AnswersSlow"]);
  await proxy.restore();
});

withPromtool(`a processor that has no time: EventLoopBlocked${title}`, async (context) => {
  const { deps } = await well(context);
  const before = await scrape(deps);
  for (const from = performance.now(); performance.now() - from < 2_000; );
  // The gap is seen when the loop turns again.
  await until("it was seen", async () => {
    const during = await scrape(deps);
    const [, lag] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(during.text!)!;
    if (!(Number(lag) > 0.5)) return false;
    await expectFiring(before, during, ["EventLoopBlocked"]);
    return true;
  });
});

withPromtool(`a signed plan whose agreement is not made: AgreementsWait${title}`, async (context) => {
  const { deps, provider } = await well(context);
  const here = await serveHere(settingsHere(deps));
  onTestFinished(() => here.stop());
  here.deps.agreements = { ...here.deps.agreements, render: async () => null };
  const client = new Api(here.url, provider.key);
  const plan = await authorisedPlan(client, provider);
  const before = await scrape(here.deps);
  expect((await client.confirmAsItIs(plan.id, confirmBody(plan.answer.body))).status).toBe(200);
  await here.deps.db.execute(
    "update agreement set signed_at = now() - interval '10 minutes' where pdf is null",
  );
  await expectFiring(before, await scrape(here.deps), ["AgreementsWait"]);
});

withPromtool(`a gateway that nobody reaches: GatewayFails${title}`, async (context) => {
  const place = await well(context);
  const here = await serveHere({
    ...settingsHere(place.deps),
    GATEWAY_URL: `http://127.0.0.1:${await freePort()}`,
    GATEWAY_SECRET: "x".repeat(32),
  });
  onTestFinished(() => here.stop());
  const client = new Api(here.url, place.provider.key);
  const before = await scrape(here.deps);
  for (let times = 0; times < 3; times++)
    expect((await client.create(payNowBody(place.provider))).status).toBe(503);
  await expectFiring(before, await scrape(here.deps), ["GatewayFails"]);
});

withPromtool(`a gateway that refuses our credentials: GatewayRefusesCredentials${title}`, async (context) => {
  const place = await well(context);
  const gateway = await listening(createServer((_, response) => response.writeHead(401).end("{}")));
  const here = await serveHere({
    ...settingsHere(place.deps),
    GATEWAY_URL: gateway.url,
    GATEWAY_SECRET: "x".repeat(32),
  });
  onTestFinished(() => here.stop());
  onTestFinished(gateway.stop);
  const before = await scrape(here.deps);
  await new Api(here.url, place.provider.key).create(payNowBody(place.provider));
  await expectFiring(before, await scrape(here.deps), ["GatewayRefusesCredentials"]);
});

withPromtool(`a course for which many cards are declined: CardsTested${title}`, async (context) => {
  const place = await well(context);
  const here = await serveHere({ ...settingsHere(place.deps), RATE_LIMIT_PER_SECOND: "1000" });
  onTestFinished(() => here.stop());
  const [client, before] = [new Api(here.url, place.provider.key), await scrape(here.deps)];
  for (let declined = 0; declined <= USUAL_DECLINES.course.capacity; declined++) {
    const card_payment = { token: cardToken("declined_lost_card") };
    expect((await client.create(payNowBody(place.provider, { card_payment }))).status).toBe(402);
  }
  await expectFiring(before, await scrape(here.deps), ["CardsTested"]);
});

withPromtool(
  `faults of a running server, and its end: UnexpectedFault, ServerRestarted${title}`,
  async (context) => {
    const { deps } = await well(context);
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}`;
    const preload = `process.on("SIGWINCH", () => void Promise.reject(new TypeError("a fault")));
    process.on("SIGUSR2", () => setImmediate(() => { throw new TypeError("a fault"); }));`;
    const supervisor = start(["server/start.mjs"], {
      ...settingsHere(deps),
      PORT: port,
      HOST: "127.0.0.1",
      BASE_URL: url,
      WORKERS: "1",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    });
    onTestFinished(() => supervisor.stop("SIGKILL"));
    const ask = async (): Promise<Scrape> => {
      const headers = { Authorization: `Bearer ${deps.settings.JOBS_SECRET}` };
      const answer = await fetch(`${url}/api/jobs/metrics`, { headers });
      return { text: await answer.text(), at: secondsNow() };
    };
    const tell = (signal: NodeJS.Signals) =>
      process.kill(
        Number(execFileSync("ps", ["-o", "pid=", "--ppid", String(supervisor.child.pid)])),
        signal,
      );
    await until("it serves", () => supervisor.output().includes("Serving at"));
    const before = await ask();
    tell("SIGWINCH");
    let during = before;
    await until("the fault is counted", async () => {
      during = await ask();
      return during.text!.includes('unexpected_faults_total{kind="rejection"} 1');
    });
    await expectFiring(before, during, ["UnexpectedFault"]);
    tell("SIGUSR2");
    await until("another serves", () => supervisor.output().includes("Another server is running."));
    during = await ask();
    expect(during.text).toMatch(/^provider_checkout_server_restarts_total 1$/m);
    await expectFiring(before, during, ["ServerRestarted"]);
  },
);

for (const [state, alerts, bring] of STATES)
  withPromtool(`${state}: ${alerts.join(", ")}${title}`, async (context) => {
    const place = await well(context);
    const before = await scrape(place.deps);
    expect(await judge(before, before, alerts), "not before").not.toBe("");
    await bring(place);
    await expectFiring(before, await scrape(place.deps), alerts);
  });

withPromtool(`each rule has fired in a test before this one${title}`, () => {
  const names = readRules().map(({ alert }) => alert);
  expect([...fired].sort()).toEqual(names.sort());
});

const settingsHere = ({ settings }: Deps) =>
  hurried(settingsOf(settings.DATABASE_URL, settings.APP_KEYS, settings.JOBS_SECRET!));
