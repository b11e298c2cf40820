import type { Page } from "@playwright/test";
import { toldTo } from "../support/browser/embed-host";
import { authorise, continueWith, expectHeading, HEADINGS, setupUrl } from "../support/browser/setup-page";
import { test } from "../support/browser/site";
import { expect } from "../support/browser/test";

const bank = (page: Page) => page.frameLocator('iframe[title="Direct Debit Request"]');

test("a student authorises in a frame under a strict policy", async ({ page, api, scene, site }) => {
  await site.embed({ setupUrl: setupUrl(scene) });
  await expectHeading(bank(page), HEADINGS.bank);
  await expect(page.getByRole("status")).toHaveCount(0);
  expect(await toldTo(page)).toEqual([{ name: "onReady" }]);

  await continueWith(bank(page));
  await authorise(bank(page));
  await expectHeading(bank(page), HEADINGS.done);
  await expect.poll(() => toldTo(page)).toEqual([{ name: "onReady" }, { name: "onAuthorised" }]);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});
