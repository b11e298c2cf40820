import type { RunningProcess } from "../support/stack";
import { type Load, type Loaded, saturate } from "./load";
import { cpuMsOf, residentMbOf } from "./processes";

export interface Measured extends Loaded {
  /** Milliseconds of processor time a request; null where the system does not tell. */
  serviceCpuMs: number | null;
  databaseCpuMs: number | null;
  /** The most memory that the server had, with all its processes. */
  peakMb: number | null;
}

const SAMPLE_MS = 200;

/** Loads a server, and sees what it and the database used meanwhile. */
export async function measured(
  load: Omit<Load, "url">,
  server: RunningProcess,
  databasePid: number,
): Promise<Measured> {
  const pid = server.child.pid ?? 0;
  const before = [cpuMsOf(pid), cpuMsOf(databasePid)] as const;
  let peakMb = residentMbOf(pid);
  const sampling = setInterval(() => {
    peakMb = Math.max(peakMb ?? 0, residentMbOf(pid) ?? 0) || null;
  }, SAMPLE_MS);
  const loaded = await saturate({ ...load, url: server.url });
  clearInterval(sampling);
  const each = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from) / Math.max(1, loaded.requests);
  return {
    ...loaded,
    serviceCpuMs: each(before[0], cpuMsOf(pid)),
    databaseCpuMs: each(before[1], cpuMsOf(databasePid)),
    peakMb,
  };
}

/** The middle of several rounds, and how far they lie apart, as a part of it. */
export interface Figure {
  median: number;
  spread: number;
}

export function figureOf(rounds: number[]): Figure {
  const sorted = [...rounds].sort((a, b) => a - b);
  const at = (index: number) => sorted[index] ?? 0;
  const half = (sorted.length - 1) / 2;
  const median = (at(Math.floor(half)) + at(Math.ceil(half))) / 2;
  return { median, spread: median === 0 ? 0 : (at(sorted.length - 1) - at(0)) / median };
}

/** Null where a round did not tell. */
export function figureIf(rounds: (number | null)[]): Figure | null {
  const told = rounds.filter((one) => one !== null);
  return told.length === rounds.length ? figureOf(told) : null;
}
