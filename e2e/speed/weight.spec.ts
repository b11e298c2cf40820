import { readFileSync } from "node:fs";
import vm from "node:vm";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser/test";
import { PAGES } from "./pages";

const DIST = ".next-test";

/** What a page of ours may add to the framework's own script, with gzip. A browser that takes brotli gets an eighth less. */
const OURS = 15 * 1024;
/** It comes to other sites too, so it has a limit of its own. */
const CAPTURE = "/capture/v1.js";
const MAX_CAPTURE = 4.5 * 1024;
/** An empty page of the same Next, with one button that counts, ships 135,317 bytes: nothing of ours hides in the floor. */
const MAX_FLOOR = 133 * 1024;

/** The framework's own: what Next loads with each page, and the file of its layout, in which of ours is one context. */
function floorFiles(): string[] {
  const { rootMainFiles } = JSON.parse(readFileSync(`${DIST}/build-manifest.json`, "utf8"));
  const found: { __RSC_MANIFEST?: Record<string, { entryJSFiles: Record<string, string[]> }> } = {};
  const manifest = `${DIST}/server/app/_not-found/page_client-reference-manifest.js`;
  vm.runInNewContext(readFileSync(manifest, "utf8"), found);
  const layout = Object.values(found.__RSC_MANIFEST!)[0]!.entryJSFiles["[project]/app/layout"]!;
  return [...rootMainFiles, ...layout];
}

/** The scripts that came for the page itself, from its first byte until it rests, with their bytes once compressed. */
async function scriptsOf(page: Page, address: string): Promise<{ file: string; bytes: number }[]> {
  const sizes: Promise<{ file: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() !== "script" || request.frame() !== page.mainFrame()) return;
    const file = new URL(request.url()).pathname.replace("/_next/", "");
    const text = request.response().then((response) => response!.body());
    sizes.push(text.then((body) => ({ file, bytes: gzipSync(body, { level: 9 }).length })));
  });
  await page.goto(address, { waitUntil: "networkidle" });
  await expect(page, "it is the page that is meant").toHaveURL(address);
  return Promise.all(sizes);
}

const sum = (files: readonly { bytes: number }[]) => files.reduce((total, { bytes }) => total + bytes, 0);

/** The hosted page draws without the framework: what it ships is its own script. */
const HOSTED = "Hosted page";

test("the hosted page ships 30 KB of script at most, all its own", async ({ page, api, provider }) => {
  const { address } = PAGES.find(({ name }) => name === HOSTED)!;
  const scripts = await scriptsOf(page, await address(api, provider));
  console.error(`| script | ${HOSTED} | ${sum(scripts)} bytes |`);
  expect(scripts.map(({ file }) => file)).toEqual(["/setup/v1.js"]);
  expect(sum(scripts)).toBeLessThanOrEqual(30 * 1024);
});

test("the capture script is at most 4.5 KB, for every kind of processor", () => {
  const size = gzipSync(readFileSync(`public${CAPTURE}`), { level: 9 }).length;
  expect(size).toBeLessThanOrEqual(MAX_CAPTURE);
});

for (const { name, address } of PAGES.filter(({ name }) => name !== HOSTED))
  test(`${name} ships at most 15 KB of script beyond the framework's own`, async ({ page, api, provider }, {
    annotations,
  }) => {
    const scripts = await scriptsOf(page, await address(api, provider));
    const floor = floorFiles();
    const framework = scripts.filter(({ file }) => floor.includes(file));
    const ours = scripts.filter(({ file }) => !floor.includes(file) && file !== CAPTURE);
    annotations.push({ type: "script", description: `${sum(framework)} bytes and ${sum(ours)} of ours` });
    console.error(
      `| script | ${name} | ${sum(framework)} bytes of the framework | ${sum(ours)} bytes of ours |`,
    );
    expect(framework.length).toBe(floor.length);
    expect(sum(framework)).toBeLessThanOrEqual(MAX_FLOOR);
    expect(sum(ours), JSON.stringify(ours)).toBeLessThanOrEqual(OURS);
  });
