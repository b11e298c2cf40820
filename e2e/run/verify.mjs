import { helpIfAsked } from "../../scripts/lib/help.mjs";
import { ensureInstalled } from "../../scripts/lib/install.mjs";
import { runCommand } from "../../scripts/lib/shutdown.mjs";
import { verify } from "./checks.mjs";

helpIfAsked("verify");

await runCommand(async (log) => {
  await ensureInstalled(log);
  const { failed } = await verify(log);
  if (failed > 0) process.exitCode = 1;
});
