/**
 * Runs a program in several processes that share its port, as `npm start` does with the server.
 * Usage: node e2e/bench/cluster.mjs <processes> <program> [arguments]
 */
import cluster from "node:cluster";

const [processes = "1", program = "", ...args] = process.argv.slice(2);
cluster.setupPrimary({ exec: program, args });
for (let started = 0; started < Number(processes); started++) cluster.fork();
cluster.on("exit", () => process.exit(1));
process.on("SIGTERM", () => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL");
  process.exit(0);
});
