import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../server/program/checkout.mjs";
import { generated } from "./build/openapi";

const files = await generated();

describe("what is generated from the schemas", () => {
  it.each(Object.keys(files))("%s is up to date; `npm run openapi` makes it so", (file) => {
    const committed = readFileSync(join(root, file), "utf8").replaceAll("\r\n", "\n");
    // Not toBe: of two texts of that size nobody wants to see the difference.
    expect(committed === files[file], `${file} is out of date: run \`npm run openapi\``).toBe(true);
  });
});
