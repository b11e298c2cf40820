import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SETUP_SCRIPT, setupScript } from "./build/setup-script";

it("the hosted page's script is up to date; `npm run setup-script` makes it so", async () => {
  const committed = readFileSync(SETUP_SCRIPT, "utf8").replaceAll("\r\n", "\n");
  expect(committed === (await setupScript()), `${SETUP_SCRIPT}: run \`npm run setup-script\``).toBe(true);
});
