import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser/test";
import { PAGES } from "./pages";

/** What the framework alone ships (135,208 bytes here), and what a page of ours may add to it: as sent, gzipped. */
const FLOOR = 132 * 1024;
const OURS = 25 * 1024;

/** The bytes of script that came over the wire for the page itself, from its first byte until it rests. */
async function scriptBytes(page: Page, address: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script" || request.frame() !== page.mainFrame()) return;
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The hosted page draws without the framework: what it ships is its own script. */
const HOSTED = "Hosted page";

test("the hosted page ships at most 30 KB of script, and none of the framework's", async ({
  page,
  api,
  provider,
}, { annotations }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && asked.push(request.url()));
  const { address } = PAGES.find(({ name }) => name === HOSTED)!;
  const bytes = await scriptBytes(page, await address(api, provider));
  annotations.push({ type: "script", description: `${bytes} bytes` });
  expect(asked.map((url) => new URL(url).pathname)).toEqual(["/setup/v1.js"]);
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(30 * 1024);
});

for (const { name, address } of PAGES.filter(({ name }) => name !== HOSTED))
  test(`${name} ships at most 25 KB of script beyond the framework's 132 KB`, async ({
    page,
    api,
    provider,
  }, { annotations }) => {
    const bytes = await scriptBytes(page, await address(api, provider));
    annotations.push({ type: "script", description: `${bytes} bytes` });
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThanOrEqual(FLOOR + OURS);
  });
