import "./program/lines.mjs";
import { startTracing } from "../packages/tracing/span";
import { startTimer } from "./background/timer";
import { createDeps } from "./instance/deps";
import { openWorkerServer } from "./instance/worker-server";
import { withCheckedKeys } from "./keys/checked-vault";
import { placeOf } from "./log";
import { workInRoot } from "./program/checkout.mjs";
import { tellRefusal } from "./program/lines.mjs";
import { describe } from "./program/problem.mjs";

workInRoot();

/** Background work in a process of its own, with the servers' settings. Any number of them may run. */
const start = async () => {
  const stopTracing = startTracing();
  const deps = await withCheckedKeys(createDeps(undefined, { serves: false }));
  const { METRICS_PORT: port, METRICS_HOST: host } = deps.settings;
  const door = port === undefined ? null : await openWorkerServer(deps, host, port);
  return { deps, stopTracing, door };
};
const { deps, stopTracing, door } = await start().catch((error) => {
  tellRefusal(describe(error), error.faults);
  process.exit(error.exitCode ?? 1);
});
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
  door?.drain();
  await deps.agreements.close();
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
  const words = "An unexpected fault: this process finishes its work and ends";
  deps.log.error({ fault: placeOf(error) }, words);
  stop().finally(() => process.exit(1));
});
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
