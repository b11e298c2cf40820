import { readFile } from "node:fs/promises";
import { updateProvider } from "../../../lib/db/provider-changes";
import type { Part } from "../../../packages/pdf/document-parts";
import { readingOf } from "../../../packages/pdf/reading";
import { makeEnrolment, planAuthorised } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";
import { database } from "../../support/provider";

const textOf = ({ text, parts = [] }: Part): string => text ?? parts.map(textOf).join(" ");
const squeezed = (text: string) => text.replace(/\s+/g, "");

test("the agreement as a page says what the file says", async ({ page, browser, api, provider, student }) => {
  const { home } = await planAuthorised(api, provider);
  await page.goto(home);
  await student.sign();
  await student.seesSigned();
  await page.getByRole("link", { name: "Read it as a page" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payment Plan Agreement");

  const plain = await browser.newContext({ javaScriptEnabled: false });
  const still = await plain.newPage();
  await still.goto(page.url());
  const download = still.waitForEvent("download");
  await still.getByRole("link", { name: "Download your agreement (PDF)" }).click();
  const pdf = await readFile(await (await download).path());
  const article = await still.getByRole("article").textContent();
  const title = await still.getByRole("heading", { level: 1 }).textContent();
  expect(squeezed(`${title}${article}`)).toBe(squeezed(textOf(readingOf(pdf))));
  await expect(still.getByRole("columnheader", { name: "Debit date" })).toHaveCount(1);
  await expect(still.getByRole("rowheader", { name: "Total", exact: true })).toHaveCount(1);

  // On a phone each payment is a block, and still a row; nothing is moved sideways.
  await still.setViewportSize({ width: 320, height: 640 });
  const row = still
    .getByRole("row")
    .filter({ has: still.getByRole("rowheader", { name: "1", exact: true }) });
  const cells = row.getByRole("cell");
  await expect(cells).toHaveText([/ 20\d\d$/, / 20\d\d$/, "$57.69", "$1,442.31"]);
  const boxes = await cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().toJSON()));
  expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
  for (const { right } of boxes) expect(right).toBeLessThanOrEqual(320);
  await plain.close();
});

test("a receipt is a file, and printed it says who was paid", async ({ page, provider, student }) => {
  await updateProvider(database(), provider.code, { businessNumber: "12345678901" });
  await page.goto((await makeEnrolment(provider, "card")).home);
  await student.payWith();
  await student.seesPaid();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download your receipt (PDF)" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Test-College-.+-receipt\.pdf$/);
  const text = textOf(readingOf(await readFile(await file.path())));
  for (const said of ["Visa ending 4242", "Test College Pty Ltd", "ABN 12 345 678 901"])
    expect(text).toContain(said);

  await page.emulateMedia({ media: "print" });
  for (const said of ["Test College Pty Ltd", "ABN 12 345 678 901"])
    await expect(page.getByRole("definition").getByText(said)).toBeVisible();
});
