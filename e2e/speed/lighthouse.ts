import { chromium } from "@playwright/test";
import lighthouse, { type Flags, type Result } from "lighthouse";
import { sharedBrowser } from "../support/browser/shared-browser";
import { freePort } from "../support/stack";
import { slowerBy } from "./slow-phone";

/** Lighthouse's own preset, a phone with a processor four times slower and slow 4G, in a browser of its own. */
export async function askLighthouse(url: string, what: Flags): Promise<Result> {
  const port = await freePort();
  const launch = sharedBrowser();
  const browser = await chromium.launch({
    ...launch,
    args: [...launch.args, `--remote-debugging-port=${port}`],
  });
  try {
    const cpuSlowdownMultiplier = await slowerBy(await browser.newPage());
    const flags: Flags = { port, logLevel: "silent", throttling: { cpuSlowdownMultiplier }, ...what };
    return (await lighthouse(url, flags))!.lhr;
  } finally {
    await browser.close();
  }
}
