import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { DECLINED_BY } from "../../lib/domain/declines";
import type { Meters } from "../../lib/domain/meters";
import { knownMethod } from "../../packages/http/access-log";
import { BLOCKED } from "../../packages/http/content-reports";
import { CARD_PAGES } from "../pages/card-pages";
import { createMetersOfServers } from "./of-servers";

/** Seconds. A hosted page takes tens of milliseconds, a charge up to GATEWAY_TIMEOUT_MS, a confirm 9 s. */
const ANSWERED_WITHIN = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DONE_WITHIN = [0.1, 0.5, 1, 5, 10, 30, 60, 300];

/** A call is counted with its time and a word for how it ended. */
export interface Calls {
  call<T>(
    to: "gateway" | "mail" | "renderer",
    operation: string,
    work: Promise<T>,
    resultOf: (ended: { value: T } | { error: unknown }) => string,
  ): Promise<T>;
}

export interface OwnMeters extends Meters, Calls {
  /** Shows how much is asked of the database's connections. */
  pool(size: number, load: Readonly<{ underWay: number; deadlinesMissed: number }>): void;
}

/** One for each process and not for each instance: it watches the event loop and the garbage collector. */
let ofProcess: Registry | undefined;
function processRegistry(labels: Record<string, string>): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  ofProcess.setDefaultLabels(labels);
  return ofProcess;
}

/**
 * @param build what tells one build from another
 * @param place of this server among several of one supervisor; null where it is alone
 * @param restarts how often the supervisor has replaced it
 */
export function createMeters(
  build: Record<string, string>,
  place: string | null = null,
  restarts = 0,
): OwnMeters {
  const labels: Record<string, string> = place === null ? {} : { server: place };
  const registers = [new Registry(), processRegistry(labels)] as const;
  registers[0].setDefaultLabels(labels);
  const ofServers = place === null ? async () => null : createMetersOfServers(registers);
  const named = <L extends string = never>(name: string, help: string, labelNames: L[] = []) => ({
    name: `provider_checkout_${name}`,
    help,
    labelNames,
    registers: [registers[0]],
  });
  const counter = <L extends string>(...given: Parameters<typeof named<L>>) => new Counter(named(...given));
  const gauge = <L extends string>(...given: Parameters<typeof named<L>>) => new Gauge(named(...given));
  const histogram = <L extends string>(buckets: number[], ...given: Parameters<typeof named<L>>) =>
    new Histogram({ ...named(...given), buckets });

  const requests = counter("http_requests_total", "Requests answered; 499 where the client had gone", [
    "route",
    "method",
    "status",
  ]);
  const durations = histogram(ANSWERED_WITHIN, "http_request_duration_seconds", "Time to the answer", [
    "route",
  ]);
  const inFlight = gauge("http_requests_in_flight", "Requests that wait for their answer");
  const faults = counter("unexpected_faults_total", "Errors that nobody expected, request failures aside", [
    "kind",
  ]);
  for (const kind of ["exception", "rejection", "page", "request"]) faults.inc({ kind }, 0);
  const declines = "Declined cards beyond what is usual for a network, course or provider";
  const unusualDeclines = counter("unusual_declines_total", declines, ["by"]);
  for (const by of DECLINED_BY) unusualDeclines.inc({ by }, 0);
  const reported = "What browsers report as blocked by the content policy of a page that takes cards";
  const blocked = counter("content_blocked_total", reported, ["page", "directive"]);
  for (const page of CARD_PAGES) for (const directive of BLOCKED) blocked.inc({ page, directive }, 0);
  const replaced = "How often the supervisor has replaced the server since it started";
  counter("server_restarts_total", replaced).inc(restarts);
  const background = "Rounds of background work";
  const rounds = histogram(DONE_WITHIN, "background_round_duration_seconds", background, ["round"]);
  const failedRounds = counter("background_rounds_failed_total", `${background} that failed`, ["round"]);
  const ended = "When such a round last ended well";
  const lastRounds = gauge("background_round_last_success_timestamp_seconds", ended, ["round"]);
  const webhooks = histogram(ANSWERED_WITHIN, "webhook_duration_seconds", "Attempts at webhooks, by result", [
    "result",
  ]);
  const called = "Calls to the gateway, the mail server and the renderer";
  const calls = histogram(ANSWERED_WITHIN, "call_duration_seconds", called, ["to", "operation", "result"]);
  const waiting = "Calls that wait for their end; to the renderer, its queue";
  const callsUnderWay = gauge("calls_in_flight", waiting, ["to"]);
  for (const to of ["gateway", "mail", "renderer"]) callsUnderWay.set({ to }, 0);
  gauge("build_info", "1, with what is running as labels", Object.keys(build)).set(build, 1);

  const secondsSince = (start: number) => (performance.now() - start) / 1000;

  return {
    request() {
      const start = performance.now();
      inFlight.inc();
      return (route, method, status) => {
        inFlight.dec();
        requests.inc({ route, method: knownMethod(method), status });
        durations.observe({ route }, secondsSince(start));
      };
    },
    round(round) {
      // One that never succeeds is overdue some time after the start.
      lastRounds.set({ round }, Date.now() / 1000);
      return (seconds, isDone) => {
        rounds.observe({ round }, seconds);
        if (isDone) lastRounds.set({ round }, Date.now() / 1000);
        else failedRounds.inc({ round });
      };
    },
    webhook: (isTaken, seconds) => webhooks.observe({ result: isTaken ? "taken" : "not_taken" }, seconds),
    unusualDeclines: (by) => unusualDeclines.inc({ by }),
    contentBlocked: (page, directive) => blocked.inc({ page, directive }),
    fault: (kind) => faults.inc({ kind }),
    pool(size, load) {
      const watched = (name: string, help: string, value: () => number) =>
        new Gauge({
          ...named(`database_${name}`, help),
          collect() {
            this.set(value());
          },
        });
      watched("pool_size", "Connections of this process at most", () => size);
      watched("connections_in_use", "Connections that work at the moment", () =>
        Math.min(size, load.underWay),
      );
      watched("waiting", "Queries and transactions that wait for a connection", () =>
        Math.max(0, load.underWay - size),
      );
      new Counter({
        ...named(
          "database_deadlines_missed_total",
          "Queries and transactions given up because no answer came",
        ),
        collect() {
          this.reset();
          this.inc(load.deadlinesMissed);
        },
      });
    },
    async call(to, operation, work, resultOf) {
      const start = performance.now();
      const tell = (result: string) => calls.observe({ to, operation, result }, secondsSince(start));
      callsUnderWay.inc({ to });
      try {
        const value = await work;
        tell(resultOf({ value }));
        return value;
      } catch (error) {
        tell(resultOf({ error }));
        throw error;
      } finally {
        callsUnderWay.dec({ to });
      }
    },
    async text() {
      const own = async () => (await Promise.all(registers.map((one) => one.metrics()))).join("");
      return ((await ofServers()) ?? (await own())).replace(/\n\n+/g, "\n");
    },
  };
}
