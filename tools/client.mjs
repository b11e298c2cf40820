import { join } from "node:path";
import { root } from "../server/program/checkout.mjs";
import { helpIfAsked } from "../server/program/help.mjs";
import { runCommand } from "../server/program/shutdown.mjs";
import { packClient } from "./build/client.mjs";
import { ensureInstalled } from "./shared/install.mjs";

helpIfAsked("client");

await runCommand(async (log) => {
  await ensureInstalled(log);
  const file = await packClient(join(root, "packages", "client-typescript"));
  log.line(`The client is packed. In your own project:\n\nnpm install ${file}`);
});
