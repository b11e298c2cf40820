import type { Locator } from "@playwright/test";
import { planBegun } from "../../support/browser/enrolment";
import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { Student } from "../../support/browser/student";
import { expect } from "../../support/browser/test";

const leftOf = async (place: Locator) => Math.round((await place.boundingBox())!.x);

test("in the portal the hosted page is part of the step", async ({ page, api, provider }) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const bank = new Student(page).bank();
  await page.goto(`${(await planBegun(api, provider)).home}/bank`);
  await hosted.untilScripted(bank);
  const question = bank.getByRole("group", { name: /^Can you authorise debits/ });
  await expect(bank.getByText(/^Step \d of 3$/)).toBeHidden();
  await expect(bank.getByRole("banner")).toHaveCount(0);
  await expect(bank.getByRole("heading", { level: 1 })).toHaveCount(0);
  await expect(page.locator("iframe")).toHaveCSS("border-top-width", "0px");
  const title = page.getByRole("heading", { level: 1 });
  expect(await leftOf(question)).toBe(await leftOf(title));
  const [first, frame] = [(await question.boundingBox())!, (await page.locator("iframe").boundingBox())!];
  // No edge, title or space of the hosted page's own.
  expect(first.y - frame.y).toBeLessThan(20);
  expect((await bank.getByLabel("Yes").boundingBox())!.y).toBeLessThan(420);
  const link = (await page.getByRole("link", { name: "Open in a new page" }).boundingBox())!;
  expect(link.y).toBeGreaterThanOrEqual(frame.y + frame.height);

  await hosted.continueWith(bank);
  await expect(bank.getByText("One step left after this")).toBeVisible();
  const debits = /^By .+: 26 fortnightly payments of \$57\.69 \(the last \$57\.75\), the first on /;
  await expect(bank.getByText(debits)).toBeVisible();
});

const NIGHT = "rgb(234, 240, 247)";
const DAY = "rgb(22, 32, 46)";

test("the frame has the colours of its page, or those it names", async ({ page, scene, site }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const url = hosted.setupUrl(scene);
  for (const [style, theme, text] of [
    ["", undefined, DAY],
    ["color-scheme: light dark", undefined, NIGHT],
    ["color-scheme: dark", undefined, NIGHT],
    ["", "dark", NIGHT],
    ["color-scheme: light dark", "light", DAY],
  ] as const) {
    const html = `<style>:root { ${style} }</style><h1>Pay</h1><div id="bank"></div>
      ${site.script}
      <script>ProviderCheckout.embed(${JSON.stringify({ setupUrl: url, container: "#bank", theme })})</script>`;
    await site.open(html);
    const frame = page.frameLocator("iframe");
    await hosted.untilScripted(frame);
    await expect(frame.locator("body"), `${style} ${theme}`).toHaveCSS("color", text);
    await expect(frame.locator("body")).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
    const [inside, around] = await Promise.all([
      frame.locator("html").evaluate((html) => getComputedStyle(html).colorScheme),
      page.locator("iframe").evaluate((iframe) => getComputedStyle(iframe).colorScheme),
    ]);
    expect(inside, "no slab behind the frame").toBe(around);
  }
});

test("in a plain frame the page is light", async ({ page, scene, site }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const url = hosted.setupUrl(scene);
  const html = `<h1>Pay</h1><iframe src="${url}"></iframe>`;
  await site.open(html);
  await expect(page.frameLocator("iframe").locator("body")).toHaveCSS("color", DAY);
  await page.goto(url);
  await expect(page.locator("body")).toHaveCSS("color", NIGHT);
});

test("in a frame of another site the end sends nobody away", async ({ page, scene, site }) => {
  await site.embed({ setupUrl: hosted.setupUrl(scene) });
  const frame = page.frameLocator("iframe");
  await hosted.untilScripted(frame);
  await hosted.continueWith(frame);
  await hosted.authorise(frame);
  await hosted.expectHeading(frame, hosted.HEADINGS.done);
  await expect(frame.getByText("Continue on this page.")).toBeVisible();
});
