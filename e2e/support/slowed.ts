import { Worker } from "node:worker_threads";

/**
 * Lets a process run for a tenth of the time, all its threads included, by stopping and continuing it: a machine so slow
 * can be had everywhere.
 * @returns ends it
 */
export function slowed(pid: number): () => Promise<void> {
  const worker = new Worker(
    `const { workerData: pid } = require("node:worker_threads");
    const never = new Int32Array(new SharedArrayBuffer(4));
    const tell = (signal, ms) => { process.kill(pid, signal); Atomics.wait(never, 0, 0, ms); };
    try { for (;;) { tell("SIGSTOP", 90); tell("SIGCONT", 10); } } catch {}`,
    { eval: true, workerData: pid },
  );
  return async () => {
    await worker.terminate();
    try {
      process.kill(pid, "SIGCONT");
    } catch {
      // It has ended.
    }
  };
}
