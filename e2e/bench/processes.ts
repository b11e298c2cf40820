import { readdirSync, readFileSync } from "node:fs";

/** What processes have used, by /proc, which only Linux has: elsewhere all of this is null. */

/** Linux counts in hundredths of a second, whatever the processor. */
const MS_A_TICK = 10;

interface Process {
  pid: number;
  parent: number;
  /** Milliseconds of processor time, in user and system mode. */
  cpuMs: number;
  /** The same of its children that have ended. */
  endedMs: number;
}

/** A process and all that it has started. */
function treeOf(root: number): number[] | null {
  const all = processes();
  if (!all) return null;
  const found = [root];
  // Children are appended while the list is gone through.
  for (const pid of found) found.push(...all.filter(({ parent }) => parent === pid).map((one) => one.pid));
  return found;
}

/** Milliseconds of processor time of a process and all that it has started, those that have ended included. */
export function cpuMsOf(root: number): number | null {
  const tree = new Set(treeOf(root));
  if (tree.size === 0) return null;
  return (processes() ?? [])
    .filter(({ pid }) => tree.has(pid))
    .reduce((sum, { cpuMs, endedMs }) => sum + cpuMs + endedMs, 0);
}

/** Megabytes that a process and all that it has started have in memory. */
export function residentMbOf(root: number): number | null {
  const tree = treeOf(root);
  return tree && tree.reduce((sum, pid) => sum + kilobytes(pid), 0) / 1024;
}

const kilobytes = (pid: number) =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readIfThere(`/proc/${pid}/status`) ?? "")?.[1] ?? 0);

/** How many of a tree run this program. */
export function countOf(root: number, program: string): number | null {
  const runs = (pid: number) =>
    readIfThere(`/proc/${pid}/cmdline`)
      ?.split("\0")
      .some((one) => one === program || one.endsWith(`/${program}`));
  return treeOf(root)?.filter(runs).length ?? null;
}

function processes(): Process[] | null {
  let names: string[];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  if (names.length === 0) return null;
  return names.flatMap((name) => {
    // The second field is the program's name, which may hold blanks.
    const [, rest] = /^.*\) (.*)$/s.exec(readIfThere(`/proc/${name}/stat`) ?? "") ?? [];
    if (!rest) return [];
    const fields = rest.split(" ").map(Number);
    const ticks = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * MS_A_TICK;
    return [{ pid: Number(name), parent: fields[1] ?? 0, cpuMs: ticks(11), endedMs: ticks(13) }];
  });
}

/** A process may end between being listed and being read. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
