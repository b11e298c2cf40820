import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { show } from "../support/browser/axe";
import { expect } from "../support/browser/test";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { test } from "../support/screens/test";

/**
 * How key screens look. Another version of the browser draws letters otherwise, so the pictures hold for the one that
 * they were taken with, and its version stands beside them. To take them anew, after looking at each that changed:
 * `npx playwright test --project=looks pictures --update-snapshots=all`
 */
const RECORDED = join(import.meta.dirname, "pictures", "browser.json");

const KEY_SCREENS = [
  ...["courses", "details, refused", "how to pay, nothing chosen", "how to pay, a plan of 104 payments"],
  ...["card, refused", "card, declined", "bank authority", "review, refused"],
  ...["done, paid by card", "done, plan signed", "hosted, second step refused"],
];

const LOOKS = [
  ["light", 1280],
  ["dark", 1280],
  ["light", 320],
  ["dark", 320],
] as const;

const SCREENS = [...PORTAL_SCREENS, ...HOSTED_SCREENS];

for (const name of KEY_SCREENS)
  test(`${name}: looks as it was recorded`, async ({ visit, browser }, info) => {
    const { page, watch } = visit;
    const isRecording = info.config.updateSnapshots === "all";
    if (isRecording) writeFileSync(RECORDED, `{ "version": ${JSON.stringify(browser.version())} }\n`);
    const recorded = existsSync(RECORDED) ? JSON.parse(readFileSync(RECORDED, "utf8")).version : "none";
    test.skip(
      recorded !== browser.version(),
      `the pictures are of Chromium ${recorded}, and this is ${browser.version()}`,
    );
    const screen = SCREENS.find((one) => one.name === name)!;
    if (screen.fault) watch.expectFault(screen.fault);
    await screen.open(visit);
    await expect(page).toHaveTitle(/./);
    for (const [scheme, width] of LOOKS) {
      await page.setViewportSize({ width, height: 640 });
      await show(page, scheme);
      await forgetTheDay(page);
      // Clicks and focus scroll to within a pixel.
      if (screen.from)
        await page.getByText(screen.from, { exact: true }).evaluate((text) => text.scrollIntoView());
      else await page.evaluate(() => scrollTo(0, 0));
      const file = `${name.replaceAll(/[, ]+/g, "-")}-${scheme}-${width}.png`;
      await expect(page).toHaveScreenshot(file, { animations: "disabled", caret: "hide", scale: "css" });
    }
  });

/** Dates, references and receipts become the same on every day, without a change of their length. */
async function forgetTheDay(page: Page): Promise<void> {
  for (const frame of page.frames())
    await frame.evaluate(() => {
      const REPLACED: [RegExp, string][] = [
        [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "Tue 24 Nov 2026"],
        [
          /\b(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? \d{1,2} [A-Z][a-z]+ \d{4}\b/g,
          "Tuesday 24 November 2026",
        ],
        [/\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{1,2} [A-Z][a-z]{2}\b(?! \d{4})/g, "Tue 24 Nov"],
        [/\b\d{1,2} [A-Z][a-z]{2} \d{4}\b/g, "24 Nov 2026"],
        [/\b\d{1,2} [A-Z][a-z]{3,} \d{4}\b/g, "24 November 2026"],
        [/\buntil [A-Z][a-z]+( \d{4})?$/g, "until November 2027"],
        [/\b\d{1,2}:\d{2}\s?[ap]m\b/g, "9:41 am"],
        [/^20\d\d$/, "2026"],
        [/\bENR-\w{5}-\w{5}\b/g, "ENR-00000-00000"],
        [/\bORD-[0-9a-f]{12}\b/g, "ORD-000000000000"],
        // A receipt's number.
        [/\bR[0-9A-Z]{9,}\b/g, "R000000000000"],
        [/\b(chk|dda|opp|chg|rcp|order)_[0-9a-z]{20,}\b/g, "$1_00000000000000000000000000"],
      ];
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const [pattern, same] of REPLACED) {
          const changed = text.nodeValue!.replace(pattern, same);
          if (changed !== text.nodeValue) text.nodeValue = changed;
        }
      // Which debits a holiday moves.
      for (const due of document.querySelectorAll("td span"))
        if (due.textContent?.startsWith("(due ")) due.remove();
      for (const date of document.querySelectorAll<HTMLInputElement>("input[type=date]"))
        date.value = "2026-11-24";
    });
}
