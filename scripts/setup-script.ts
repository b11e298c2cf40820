/** Writes the hosted page's script from its sources in components/setup/script. */
import { writeFileSync } from "node:fs";
import { helpIfAsked } from "./lib/help.mjs";
import { SETUP_SCRIPT, setupScript } from "./lib/setup-script";

helpIfAsked("setup-script");

writeFileSync(SETUP_SCRIPT, await setupScript());
