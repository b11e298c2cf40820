import { expect, test } from "vitest";
import { GatewayNotReached, GatewayOutcomeUnknown } from "../../lib/gateway/port";
import { meteredGateway, meteredRenderer, meteredTransport } from "./metered";
import { createMeters } from "./meters";

const meters = () => createMeters({ environment: "sandbox" });
const linesOf = async (own: { text(): Promise<string> }) => (await own.text()).split("\n");

test("requests are counted by route, method and status, those under way apart, and timed by route", async () => {
  const own = meters();
  const first = own.request();
  own.request()("/v1/events/{eventId}", "GET", 200);
  expect(await linesOf(own)).toEqual(
    expect.arrayContaining([
      "provider_checkout_http_requests_in_flight 1",
      'provider_checkout_http_requests_total{route="/v1/events/{eventId}",method="GET",status="200"} 1',
      'provider_checkout_http_request_duration_seconds_bucket{le="30",route="/v1/events/{eventId}"} 1',
      'provider_checkout_build_info{environment="sandbox"} 1',
    ]),
  );
  // Whatever a caller makes up as a method is one series.
  first("none", "BREW", 405);
  own.request()("none", "BREWS", 405);
  expect(await linesOf(own)).toContain(
    'provider_checkout_http_requests_total{route="none",method="other",status="405"} 2',
  );
});

test("calls are counted by their result and by what is under way", async () => {
  const own = meters();
  const answers = [
    async () => ({ status: "succeeded" }),
    async () => Promise.reject(new GatewayNotReached("down")),
    async () => Promise.reject(new GatewayOutcomeUnknown()),
    async () => Promise.reject(new TypeError()),
    async () => [],
  ];
  for (const charge of answers)
    await meteredGateway({ charge } as never, own)
      .charge({} as never)
      .catch(() => {});
  const renders = [
    async () => ({}),
    async () => null,
    async () => Promise.reject(new Error()),
    () => new Promise(() => {}),
  ];
  for (const render of renders.slice(0, 3))
    await meteredRenderer({ render } as never, own)
      .render({} as never)
      .catch(() => {});
  void meteredRenderer({ render: renders[3] } as never, own).render({} as never);
  const send = async () => ({ outcome: "refused", code: "550" });
  await meteredTransport({ send } as never, own).send({} as never);
  const lines = await linesOf(own);
  for (const [to, operation, result] of [
    ["gateway", "charge", "succeeded"],
    ["gateway", "charge", "not_reached"],
    ["gateway", "charge", "outcome_unknown"],
    ["gateway", "charge", "failed"],
    ["gateway", "charge", "done"],
    ["renderer", "render", "done"],
    ["renderer", "render", "busy"],
    ["renderer", "render", "failed"],
    ["mail", "send", "refused"],
  ])
    expect(lines).toContain(
      `provider_checkout_call_duration_seconds_count{to="${to}",operation="${operation}",result="${result}"} 1`,
    );
  expect(lines).toContain('provider_checkout_calls_in_flight{to="renderer"} 1');
  expect(lines).toContain('provider_checkout_calls_in_flight{to="gateway"} 0');
});

test("rounds, webhooks, faults and restarts are there, at 0 before the first of each", async () => {
  const own = meters();
  const before = await linesOf(own);
  expect(before).toContain('provider_checkout_unexpected_faults_total{kind="rejection"} 0');
  expect(before).toContain("provider_checkout_server_restarts_total 0");
  const from = Date.now() / 1000;
  const ended = own.round("settle");
  ended(0.2, false);
  own.webhook(true, 0.1);
  own.webhook(false, 0.1);
  own.fault("rejection");
  const after = await own.text();
  expect(after.split("\n")).toEqual(
    expect.arrayContaining([
      'provider_checkout_background_rounds_failed_total{round="settle"} 1',
      'provider_checkout_background_round_duration_seconds_count{round="settle"} 1',
      'provider_checkout_webhook_duration_seconds_count{result="taken"} 1',
      'provider_checkout_webhook_duration_seconds_count{result="not_taken"} 1',
      'provider_checkout_unexpected_faults_total{kind="rejection"} 1',
    ]),
  );
  expect(await linesOf(createMeters({}, null, 3))).toContain("provider_checkout_server_restarts_total 3");
  // Before its first success a round's age counts from the start.
  const at = /last_success_timestamp_seconds\{round="settle"\} (\S+)/.exec(after);
  expect(Number(at?.[1])).toBeGreaterThanOrEqual(Math.floor(from));
});

test("the pool's connections in use and what waits follow from what is asked of it", async () => {
  const own = meters();
  const load = { underWay: 3, deadlinesMissed: 2 };
  own.pool(10, load);
  const shown = async () =>
    (await linesOf(own)).filter((line) => line.startsWith("provider_checkout_database_"));
  const lines = (inUse: number, waiting: number) => [
    "provider_checkout_database_pool_size 10",
    `provider_checkout_database_connections_in_use ${inUse}`,
    `provider_checkout_database_waiting ${waiting}`,
    "provider_checkout_database_deadlines_missed_total 2",
  ];
  expect(await shown()).toEqual(lines(3, 0));
  load.underWay = 14;
  expect(await shown()).toEqual(lines(10, 4));
});

test("a process watches its event loop and memory once, however many instances it has", async () => {
  const [one, other] = [await meters().text(), await meters().text()];
  for (const name of [
    "nodejs_eventloop_lag_p99_seconds",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
  ])
    for (const text of [one, other]) expect(text.split(`# TYPE ${name} `)).toHaveLength(2);
});
