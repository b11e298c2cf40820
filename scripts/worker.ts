import { createDeps } from "../lib/deps";
import { env } from "../lib/env";
import { startTimer } from "../lib/jobs/timer";
import { withCheckedKeys } from "../lib/sealing/checked-vault";
import { startTracing } from "../lib/tracing/start";

/** D-039: background work in a process of its own, with the servers' settings. Any number of them may run. */
const stopTracing = await startTracing(env());
const deps = await withCheckedKeys(createDeps(undefined, { serves: false }));
const seconds = deps.settings.TICK_SECONDS || 5;
const timer = startTimer(deps, seconds);
// The timer alone does not keep the process alive.
const alive = setInterval(() => {}, 60_000);
console.log(`Looking for background work every ${seconds} s`);

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  console.log("Finishing what is under way");
  clearInterval(alive);
  await timer.stop();
  await deps.close();
  await stopTracing();
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
