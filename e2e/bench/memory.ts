import type { RunningProcess } from "../support/stack";
import { saturate } from "./load";
import { residentMbOf } from "./processes";
import type { World } from "./world";

const REQUESTS = 200_000;
/** Until then caches and the heap still grow to their size. */
const WARM = 20_000;
const SAMPLE_MS = 1_000;

export interface Memory {
  requests: number;
  first_mb: number;
  last_mb: number;
  /** Of the straight line through all samples. */
  mb_per_100_000_requests: number;
  errors: number;
}

/** How the service's memory grows over many requests; null where the system does not tell. */
export async function memoryOver({ url, child }: RunningProcess, world: World): Promise<Memory | null> {
  const pid = child.pid ?? 0;
  if (residentMbOf(pid) === null) return null;
  const load = { url, connections: 32, shot: world.status, status: 200 };
  await saturate({ ...load, until: { requests: WARM } });
  const samples: [seconds: number, mb: number][] = [];
  const from = performance.now();
  const sample = () => samples.push([(performance.now() - from) / 1000, residentMbOf(pid) ?? 0]);
  sample();
  const sampling = setInterval(sample, SAMPLE_MS);
  const { errors, requests, perSecond } = await saturate({ ...load, until: { requests: REQUESTS } });
  clearInterval(sampling);
  sample();
  return {
    requests,
    first_mb: samples[0]![1],
    last_mb: samples.at(-1)![1],
    mb_per_100_000_requests: (slopeOf(samples) / perSecond) * 100_000,
    errors,
  };
}

/** By least squares. */
function slopeOf(points: [number, number][]): number {
  const mean = (of: (point: [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([x]) => x), mean(([, y]) => y)];
  const spread = mean(([at]) => (at - x) ** 2);
  return spread === 0 ? 0 : mean(([at, value]) => (at - x) * (value - y)) / spread;
}
