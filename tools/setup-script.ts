/** Writes the hosted page's script from its sources in components/setup/script. */
import { writeFileSync } from "node:fs";
import { helpIfAsked } from "../server/program/help.mjs";
import { SETUP_SCRIPT, setupScript } from "./build/setup-script";

helpIfAsked("setup-script");

writeFileSync(SETUP_SCRIPT, await setupScript());
