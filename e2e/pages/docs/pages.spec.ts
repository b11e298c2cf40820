import type { Page } from "@playwright/test";
import { GUIDES, guidePath } from "../../../packages/docs/guides";
import { stopTime } from "../../support/browser/clock";
import { expectNoSidewaysScroll } from "../../support/browser/layout";
import { expect, test } from "../../support/browser/test";

test("the menu opens by keyboard on a small screen, and says which page is open", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/docs/testing");
  await page.locator("summary").filter({ hasText: "Menu" }).focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: "Documentation" });
  await expect(menu.getByRole("link", { name: "Testing" })).toHaveAttribute("aria-current", "page");
  await menu.getByRole("link", { name: "Idempotency and retries" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/idempotency$/);
});

test("an example is copied whole", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.clock.install();
  await page.goto("/docs");
  // What it says goes away after a while.
  await stopTime(page);
  const figure = page.locator("figure").first();
  await figure.getByRole("button", { name: "Copy this code" }).click();
  await expect(figure.getByRole("status")).toHaveText("Copied");
  const readCopied = () => page.evaluate(() => navigator.clipboard.readText());
  const copied = await readCopied();
  expect(copied).toContain("\n\n# field <file> <path>: one field of a saved response\nfield() {\n");
  expect(copied).toBe(await figure.locator("pre").innerText());
  // By hand too: a line that has been wrapped stays one.
  await figure.locator("code").evaluate((code) => getSelection()?.selectAllChildren(code));
  await page.keyboard.press("ControlOrMeta+C");
  expect(await readCopied()).toBe(copied);
});

interface Document {
  paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>>;
  webhooks?: Record<string, unknown>;
}

test("each operation of the document has its place in the reference", async ({ page, request }) => {
  const { paths, webhooks = {} }: Document = await (await request.get("/openapi.json")).json();
  await page.goto("/docs/reference");
  const listed = await hrefs(page, "main");
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId }] of Object.entries(methods)) {
      const address = `/docs/reference/${operationId}`;
      expect(listed).toContain(address);
      const html = await (await request.get(address)).text();
      expect(html, address).toContain(`>${method.toUpperCase()} ${path}</code>`);
    }
  const events = await request.get("/docs/reference/events");
  expect(events.status()).toBe(Object.keys(webhooks).length > 0 ? 200 : 404);
  for (const type of Object.keys(webhooks)) expect(await events.text()).toContain(`id="${type}"`);
});

test("the address that a problem document names as its type explains it", async ({ page, request }) => {
  const { type, title } = await (await request.get("/v1/provider-checkouts")).json();
  await page.goto(type);
  await expect(page.getByRole("heading", { level: 1, name: "authentication_required" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(title);
});

for (const address of ["/docs/nothing", "/docs/problems/nothing"])
  test(`${address} is a 404 with the menu, without a script too`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
    const page = await context.newPage();
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(page).toHaveTitle("Page not found – Provider Checkout Docs");
    await expect(page.getByRole("heading", { level: 1, name: "Page not found" })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Documentation" });
    await expect(menu.getByRole("link", { name: "Overview" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("enrolment");
    await context.close();
  });

test("no table and no example scrolls sideways: narrow cells name their column", async ({ page }) => {
  for (const width of [320, 700, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    for (const { slug } of GUIDES) {
      await page.goto(guidePath(slug));
      const tooWide = await page.getByRole("main").evaluate((main) => {
        const room = main.getBoundingClientRect().right;
        const tables = [...main.querySelectorAll("table")].flatMap((one) =>
          one.getBoundingClientRect().right > room + 1 ? [one.getAttribute("aria-label")] : [],
        );
        const examples = [...main.querySelectorAll("pre")].flatMap((one) =>
          one.scrollWidth > one.clientWidth ? [one.textContent] : [],
        );
        return [...tables, ...examples];
      });
      expect(tooWide, `${slug} at ${width}`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
  const cell = page.getByRole("table", { name: "Checkout status" }).locator("td").nth(1);
  const named = () => cell.evaluate((one) => getComputedStyle(one, "::before").content);
  await page.goto("/docs/states");
  expect(await named()).toBe("none");
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await named()).toBe('"Meaning: "');
});

test("the tables of a guide are named by the headings above them", async ({ page }) => {
  await page.goto("/docs/states");
  const moves = page.getByRole("table", { name: "Payment plan" });
  await expect(
    moves.getByRole("row", { name: /^Awaiting Confirmation Confirmed You confirm/ }),
  ).toBeVisible();
  const table = page.getByRole("table", { name: "Checkout status" });
  await expect(
    table.getByRole("row", { name: /^Payment Processing Pay Now\. The card was charged/ }),
  ).toBeVisible();
});

test("texts of the document are drawn, not shown as they are written", async ({ page }) => {
  await page.goto("/docs/reference");
  const main = page.getByRole("main");
  await expect(main).not.toContainText("**");
  await expect(main.locator("strong", { hasText: "Pay Now" })).toBeVisible();
  await page.goto("/docs/reference/createCheckout");
  await expect(main).not.toContainText("`");
});

test("every link inside the documentation leads somewhere", async ({ page, request, baseURL }) => {
  const seen = new Map<string, Set<string>>();
  const open = ["/docs"];
  const wanted: { from: string; path: string; anchor: string }[] = [];
  for (let path = open.shift(); path !== undefined; path = open.shift()) {
    if (seen.has(path)) continue;
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    if (!answer.headers()["content-type"]?.startsWith("text/html")) {
      seen.set(path, new Set());
      continue;
    }
    const found = await page.evaluate(
      (html) => {
        const parsed = new DOMParser().parseFromString(html, "text/html");
        return {
          ids: [...parsed.querySelectorAll("[id]")].map(({ id }) => id),
          links: [...parsed.querySelectorAll("a[href]")].map((link) => link.getAttribute("href")!),
        };
      },
      await answer.text(),
    );
    seen.set(path, new Set(found.ids));
    for (const link of found.links) {
      const url = new URL(link, `${baseURL}${path}`);
      if (url.protocol === "mailto:") continue;
      expect(url.origin, `${path}: ${link}`).toBe(baseURL);
      const to = url.pathname + url.search;
      wanted.push({ from: path, path: to, anchor: decodeURIComponent(url.hash.slice(1)) });
      if (to.startsWith("/docs") || to === "/openapi.json") open.push(to);
    }
  }
  const broken = wanted.filter(({ path, anchor }) => anchor !== "" && seen.get(path)?.has(anchor) === false);
  expect(broken).toEqual([]);
  expect(seen.size).toBeGreaterThan(50);
});

const hrefs = (page: Page, within: string) =>
  page.locator(`${within} a`).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
