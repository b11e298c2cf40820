import type { Page } from "@playwright/test";
import { hostPage, toldTo } from "../support/browser/embed-host";
import { test } from "../support/browser/neighbour";
import {
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  register,
  setupUrl,
} from "../support/browser/setup-page";
import { expect } from "../support/browser/test";
import { startedPlan } from "../support/scenes";

const bank = (page: Page) => page.frameLocator('iframe[title="Direct Debit Request"]');

test("a student authorises in the frame of a page with a strict policy, which is told each thing once", async ({
  page,
  api,
  provider,
  neighbour,
  baseURL,
}) => {
  await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
  const scene = await startedPlan(api, provider);
  const path = hostPage(neighbour, baseURL!, { setupUrl: setupUrl(scene) });
  await page.goto(neighbour.origin("college.example") + path);
  await expectHeading(bank(page), HEADINGS.bank);
  await expect(page.getByRole("status")).toHaveCount(0);
  expect(await toldTo(page)).toEqual([{ name: "onReady" }]);

  await continueWith(bank(page));
  await authorise(bank(page));
  await expectHeading(bank(page), HEADINGS.done);
  await expect.poll(() => toldTo(page)).toEqual([{ name: "onReady" }, { name: "onAuthorised" }]);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});
