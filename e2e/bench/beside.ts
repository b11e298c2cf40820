import type { RunningProcess } from "../support/stack";
import { saturate } from "./load";
import { figureOf } from "./measured";
import { type Paced, paced } from "./paced";
import { ROUNDS } from "./rounds";
import type { World } from "./world";

/** Calls a second of one that is not in a hurry, beside which confirms draw their documents. */
const CALM = 100;
/** More than a second draws on any machine of today. */
const CONFIRMS_A_SECOND = 40;

export interface Latency {
  per_second: number;
  p50_ms: number;
  p99_ms: number;
  /** Of p99 to p50. */
  ratio: number;
  /** The same of the bare server, at as many a second. */
  bare: { p50_ms: number; p99_ms: number; ratio: number };
  errors: number;
}

export interface Beside {
  per_second: number;
  /** p99 of status alone, and while confirms are answered one after the other. */
  alone_p99_ms: number;
  beside_p99_ms: number;
  ratio: number;
  confirms_per_second: number;
  errors: number;
}

/** Latency of status at half of the load at which it is saturated, and of the bare server, in turns. */
export async function atHalfLoad(
  { service, bare }: { service: RunningProcess; bare: RunningProcess },
  world: World,
  saturated: number,
  seconds: number,
): Promise<Latency> {
  const perSecond = Math.max(1, Math.round(saturated / 2));
  const rounds: Paced[] = [];
  const ofBare: Paced[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await paced(service.url, world.status, perSecond, seconds));
    ofBare.push(await paced(bare.url, () => ({ method: "GET", path: "/status" }), perSecond, seconds));
  }
  const errors = [...rounds, ...ofBare].reduce((sum, one) => sum + one.errors, 0);
  return { per_second: perSecond, ...latencyOf(rounds), bare: latencyOf(ofBare), errors };
}

function latencyOf(rounds: Paced[]) {
  const p50 = figureOf(rounds.map((one) => one.p50)).median;
  const p99 = figureOf(rounds.map((one) => one.p99)).median;
  return { p50_ms: p50, p99_ms: p99, ratio: p99 / p50 };
}

/** What confirms, each with its document, do to the latency of status. */
export async function besideConfirms(
  { url }: RunningProcess,
  world: World,
  seconds: number,
): Promise<Beside> {
  const alone: Paced[] = [];
  const beside: Paced[] = [];
  let confirms = 0;
  let errors = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await world.prepareConfirms(Math.ceil(seconds * CONFIRMS_A_SECOND));
    alone.push(await paced(url, world.status, CALM, seconds));
    const load = { url, connections: 1, shot: world.confirm, status: 200, until: { seconds } };
    const [steady, drawn] = await Promise.all([paced(url, world.status, CALM, seconds), saturate(load)]);
    beside.push(steady);
    confirms += drawn.requests;
    errors += drawn.errors;
  }
  const median = (rounds: Paced[]) => figureOf(rounds.map(({ p99 }) => p99)).median;
  return {
    per_second: CALM,
    alone_p99_ms: median(alone),
    beside_p99_ms: median(beside),
    ratio: median(beside) / median(alone),
    confirms_per_second: confirms / (ROUNDS * seconds),
    errors: errors + [...alone, ...beside].reduce((sum, one) => sum + one.errors, 0),
  };
}
