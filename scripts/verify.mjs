import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/shutdown.mjs";
import { verify } from "./lib/verify.mjs";

await runCommand(async (log) => {
  await ensureInstalled(log);
  const { failed } = await verify(log);
  if (failed > 0) process.exitCode = 1;
});
