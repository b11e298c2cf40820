import { runCommand } from "../../server/program/shutdown.mjs";
import { ensureInstalled } from "../../tools/shared/install.mjs";
import { verify } from "./checks.mjs";
import { testHelpIfAsked } from "./help.mjs";

testHelpIfAsked("verify");

await runCommand(async (log) => {
  await ensureInstalled(log);
  const { failed } = await verify(log);
  if (failed > 0) process.exitCode = 1;
});
