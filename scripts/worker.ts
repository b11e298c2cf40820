import { createDeps } from "../lib/deps";
import { startTimer } from "../lib/jobs/timer";
import { withCheckedKeys } from "../lib/sealing/checked-vault";

/**
 * Background work in a process of its own, beside servers with TICK_SECONDS=0 or with timers: as many of either as may
 * be. It takes the servers' settings; SIGTERM lets it finish what is under way.
 */
const deps = await withCheckedKeys(createDeps(undefined, { serves: false }));
const seconds = deps.settings.TICK_SECONDS || 5;
const timer = startTimer(deps, seconds);
// The timer alone keeps no process alive, which suits a server.
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
}
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
