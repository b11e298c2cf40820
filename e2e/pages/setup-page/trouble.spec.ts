import type { Page } from "@playwright/test";
import { FORM_WORDS } from "../../../lib/domain/form-words";
import { stopTime } from "../../support/browser/clock";
import { held } from "../../support/browser/held";
import * as hosted from "../../support/browser/setup-page";
import { test } from "../../support/browser/site";
import { expect } from "../../support/browser/test";

const UNREACHABLE = FORM_WORDS.unreachable;
const FORMS = "**/api/dd-setup**";

const notice = (page: Page) => page.getByRole("alert").filter({ hasText: UNREACHABLE });

test.describe("a form that gets no answer", () => {
  test("keeps what was entered, for the second try", async ({ page, api, watch, scene }) => {
    watch.expectFault(/ERR_CONNECTION_FAILED/);
    await hosted.openSetup(page, scene);
    await page.route(FORMS, (route) => route.abort("connectionfailed"));
    await hosted.continueWith(page);
    await expect(notice(page)).toBeVisible();
    await hosted.expectAnswers(page, { ...hosted.ACCOUNT, bsb: "062-000" });
    await page.unroute(FORMS);
    await hosted.press(page, "Continue");
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await expect(notice(page)).toHaveCount(0);

    await page.route(FORMS, (route) => route.abort("connectionfailed"));
    await hosted.authorise(page);
    await expect(notice(page)).toBeVisible();
    await expect(page.getByRole("checkbox")).toBeChecked();
    await page.unroute(FORMS);
    await hosted.press(page, "Authorise direct debit");
    await hosted.expectHeading(page, hosted.HEADINGS.done);
    expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
  });

  test("has authorised once, if only the answer was lost", async ({ page, api, watch, scene }) => {
    watch.expectFault(/ERR_CONNECTION_FAILED/);
    await hosted.openSetup(page, scene);
    await hosted.continueWith(page);
    await hosted.expectHeading(page, hosted.HEADINGS.check);
    await page.route(FORMS, async (route) => {
      await route.fetch();
      await route.abort("connectionfailed");
    });
    await hosted.authorise(page);
    await expect(notice(page)).toBeVisible();
    await page.unroute(FORMS);
    await hosted.press(page, "Authorise direct debit");
    await hosted.expectHeading(page, hosted.HEADINGS.already);
    expect((await api.status(scene.id)).body.timeline).toHaveLength(2);
  });

  test("says the same of an answer that is no page of ours", async ({ page, watch, scene }) => {
    watch.expectFault(/status of 502/);
    await hosted.openSetup(page, scene);
    await page.route(FORMS, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
    await hosted.continueWith(page);
    await expect(notice(page)).toBeVisible();
    await page.unroute(FORMS);
    await hosted.press(page, "Continue");
    await hosted.expectHeading(page, hosted.HEADINGS.check);
  });
});

test("while a form is under way its buttons rest, and it says so", async ({ page, scene }) => {
  await page.clock.install();
  await hosted.openSetup(page, scene);
  const answer = held();
  await page.route(FORMS, async (route) => {
    await answer.until;
    await route.continue();
  });
  // After ten seconds the words are others.
  await stopTime(page);
  await hosted.continueWith(page);
  await expect(page.getByRole("status").filter({ hasText: "Processing…" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await page.clock.resume();
  answer.release();
  await hosted.expectHeading(page, hosted.HEADINGS.check);
  await expect(page.getByText("Processing…")).toHaveCount(0);
});
