import { execFileSync } from "node:child_process";

/** The processes that a process has started and that have not ended. */
export function childrenOf(pid: number): number[] {
  const all = execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat="], { encoding: "utf8" });
  return all.split("\n").flatMap((line) => {
    const [child, parent, state = ""] = line.trim().split(/\s+/);
    return Number(parent) === pid && !state.startsWith("Z") ? [Number(child)] : [];
  });
}
