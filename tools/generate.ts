import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../server/program/checkout.mjs";
import { generated } from "./build/generate/files";

/** Writes what follows from the operations and other sources. A test fails while a file is out of date. */
for (const [file, text] of Object.entries(await generated())) {
  writeFileSync(join(root, file), text);
  console.log(`${file} is up to date.`);
}
