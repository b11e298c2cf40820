/** Runs a part whose runner is Playwright. */
import { join } from "node:path";
import { root } from "../checkout.mjs";
import { literal } from "./vitest.mjs";

/** @type {typeof import("./vitest.mjs").vitestCommand} */
export function playwrightCommand(part, { files, grep }) {
  return [
    join(root, "node_modules", "@playwright", "test", "cli.js"),
    "test",
    `--project=${part.name}`,
    `--reporter=${join(root, "scripts", "lib", "tests", "playwright-reporter.mjs")}`,
    // For a test in the middle of which the clock is set; the reporter takes no other second try.
    "--retries=1",
    // Other parts may have the title that is looked for.
    ...(grep === undefined ? [] : ["-g", literal(grep), "--pass-with-no-tests"]),
    // Playwright reads them as patterns.
    ...(files ?? []).map((file) => `${literal(join(root, file))}$`),
  ];
}
