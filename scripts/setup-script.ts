/** Writes the hosted page's script from its sources in components/setup/script. */
import { writeFileSync } from "node:fs";
import { SETUP_SCRIPT, setupScript } from "./lib/setup-script";

writeFileSync(SETUP_SCRIPT, await setupScript());
