import { ensureInstalled } from "./lib/install.mjs";
import { createLog } from "./lib/log.mjs";
import { describe } from "./lib/problem.mjs";
import { endOnSignals } from "./lib/run.mjs";
import { verify } from "./lib/verify.mjs";

const log = createLog();
endOnSignals();
try {
  await ensureInstalled({ log });
  const { failed } = await verify(log);
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  log.line(describe(error));
  process.exitCode = 1;
}
