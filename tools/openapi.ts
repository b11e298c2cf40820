import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../server/program/checkout.mjs";
import { helpIfAsked } from "../server/program/help.mjs";
import { generated } from "./build/openapi";

helpIfAsked("openapi");

/** Writes the OpenAPI document, and what is generated from it. A test fails while these files are out of date. */
for (const [file, text] of Object.entries(await generated())) {
  writeFileSync(join(root, file), text);
  console.log(`${file} is up to date.`);
}
