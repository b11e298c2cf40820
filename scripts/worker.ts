import { openWorkerDoor } from "../lib/api/worker-door";
import { createDeps } from "../lib/deps";
import { env } from "../lib/env";
import { startTimer } from "../lib/jobs/timer";
import { placeOf } from "../lib/log";
import { withCheckedKeys } from "../lib/sealing/checked-vault";
import { startTracing } from "../lib/tracing/start";

/** D-039: background work in a process of its own, with the servers' settings. Any number of them may run. */
const stopTracing = await startTracing(env());
const deps = await withCheckedKeys(createDeps(undefined, { serves: false }));
const seconds = deps.settings.TICK_SECONDS || 5;
const timer = startTimer(deps, seconds);
const { METRICS_PORT: port, METRICS_HOST: host } = deps.settings;
const door = port === undefined ? null : await openWorkerDoor(deps, host, port);
// The timer alone does not keep the process alive.
const alive = setInterval(() => {}, 60_000);
console.log(`Looking for background work every ${seconds} s`);

let isStopping = false;
async function stop() {
  if (isStopping) return;
  isStopping = true;
  console.log("Finishing what is under way");
  clearInterval(alive);
  door?.drain();
  await timer.stop();
  door?.close();
  await deps.close();
  await stopTracing();
}
process.on("unhandledRejection", (error) => {
  deps.meters.fault("rejection");
  deps.log.error({ fault: placeOf(error) }, "A promise failed that nobody waited for");
});
process.on("uncaughtException", (error) => {
  const words = "A fault that nobody expected: this process finishes what is under way and ends";
  deps.log.error({ fault: placeOf(error) }, words);
  stop().finally(() => process.exit(1));
});
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
