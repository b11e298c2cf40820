import type { Page } from "@playwright/test";
import { updateProvider } from "../../lib/db/provider-changes";
import type { College } from "../support/browser/college";
import { expectNoSidewaysScroll } from "../support/browser/layout";
import { expectGoodScreen } from "../support/browser/screens";
import { expect, test } from "../support/browser/test";
import { Api } from "../support/client";
import { makePng } from "../support/picture";
import { database } from "../support/provider";
import { startedPlan } from "../support/scenes";

const ACCENT = "#8b1e3f";
const LIGHT = "rgb(139, 30, 63)";
const USUAL = "rgb(27, 79, 143)";

const NAME = "Northshore Institute of Design and Technology";
const pngOf = (width: number, height: number) =>
  ({ type: "image/png", width, height, image: makePng(width, height) }) as const;

/** A provider with as wide a wordmark as there can be, an accent and a long name. */
async function dressed(provider: College, logo = pngOf(640, 80)): Promise<void> {
  await updateProvider(database(), provider.code, { name: NAME, accent: ACCENT }, { logo });
}

const accentOf = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("a"));
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

async function expectLogo(page: Page): Promise<void> {
  const logo = page.locator("header img");
  await expect(logo).toHaveAttribute("alt", NAME);
  // The wordmark says it.
  await expect(page.locator("header").getByText(NAME)).toHaveCount(0);
  expect(await logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  const box = (await logo.boundingBox())!;
  expect(box.height).toBeLessThanOrEqual(32);
  expect(box.width / box.height).toBeCloseTo(8, 0);
}

test("the portal has the provider's wordmark and accent at once", async ({ page, provider, student }) => {
  await dressed(provider);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/p/${provider.code}`);
  await expectLogo(page);
  expect(await accentOf(page)).toBe(LIGHT);
  // What stands in the head holds the first paint back.
  expect(await page.locator(`head link[rel=stylesheet][href="/accent/${ACCENT.slice(1)}.css"]`).count()).toBe(
    1,
  );
  await expectGoodScreen(page, /^Courses – Northshore/);
  await student.enrol(provider.code, provider.course.name);
  await student.giveDetails();
  await student.byCard().check();
  expect(await accentOf(page)).toBe(LIGHT);
  await expectLogo(page);
  await expectGoodScreen(page, /^How to pay – Northshore/);
});

test("the hosted page wears them too, in the dark a lighter tone", async ({ page, provider, baseURL }) => {
  await dressed(provider);
  const scene = await startedPlan(new Api(baseURL!, provider.key), provider);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(scene.answer.body.direct_debit.setup_url);
  await expectLogo(page);
  expect(await accentOf(page)).toBe("rgb(224, 144, 168)");
  await expectGoodScreen(page, /Northshore/);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});

test("a symbol stands beside the name", async ({ page, provider }) => {
  await dressed(provider, pngOf(80, 80));
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`/p/${provider.code}`);
  await expect(page.locator("header img")).toHaveAttribute("alt", "");
  await expect(page.locator("header").getByText(NAME)).toBeVisible();
  await expectGoodScreen(page, /^Courses – Northshore/);
});

test("a provider without them looks as ever", async ({ page, provider }) => {
  await page.goto(`/p/${provider.code}`);
  expect(await accentOf(page)).toBe(USUAL);
  await expect(page.locator("header img")).toHaveCount(0);
  await expect(page.locator('link[href^="/accent/"]')).toHaveCount(0);
});

test("on paper the accent is the light one", async ({ page, provider }) => {
  await dressed(provider);
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.goto(`/p/${provider.code}`);
  expect(await accentOf(page)).toBe(LIGHT);
});
