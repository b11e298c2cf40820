import { join } from "node:path";
import { root } from "./lib/checkout.mjs";
import { packClient } from "./lib/client.mjs";
import { helpIfAsked } from "./lib/help.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { runCommand } from "./lib/shutdown.mjs";

helpIfAsked("client");

await runCommand(async (log) => {
  await ensureInstalled(log);
  const file = await packClient(join(root, "clients", "typescript"));
  log.line(`The client is packed. In your own project:\n\nnpm install ${file}`);
});
