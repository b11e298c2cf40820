import type { Launch } from "../../../scripts/lib/browser.mjs";

const VARIABLE = "TEST_BROWSER";

/** Hands the browser that was found to the workers, which inherit the environment. */
export function shareBrowser(launch: Launch): void {
  process.env[VARIABLE] = JSON.stringify(launch);
}

export function sharedBrowser(): Launch {
  return JSON.parse(process.env[VARIABLE] ?? "{}");
}
