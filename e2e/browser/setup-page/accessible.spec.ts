import type { Locator, Page } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { DIRECT_DEBIT_AUTHORITY, SERVICE_AGREEMENT } from "../../../lib/domain/wording";
import { startedPlan } from "../../support/scenes";
import { expectAccessible } from "../support/axe";
import { expectNoSidewaysScroll } from "../support/layout";
import { test } from "../support/neighbour";
import {
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  openSetup,
  type Place,
  press,
  register,
  setupUrl,
  untilScripted,
} from "../support/setup-page";
import { expect } from "../support/test";

const problem = (place: Place) => place.getByRole("heading", { name: "There is a problem" });

async function toSecondStep(place: Place): Promise<void> {
  await continueWith(place, { accountName: "Wolfeschlegelsteinhausenbergerdo" });
  await expectHeading(place, HEADINGS.check);
}

/** From the first step to each other one. */
const STEPS: Record<string, (place: Place) => Promise<void>> = {
  "the first step": async () => {},
  "the first step's errors": async (place) => {
    await press(place, "Continue");
    await expect(problem(place)).toBeVisible();
  },
  "the stop page": async (place) => {
    await continueWith(place, { alone: "No" });
    await expectHeading(place, HEADINGS.stop);
  },
  "the second step with all of it open": async (place) => {
    await toSecondStep(place);
    await place.getByText("Show every payment and its date").click();
    await place.getByText("Read the Direct Debit Request Service Agreement").click();
  },
  "the second step's error": async (place) => {
    await toSecondStep(place);
    await press(place, "Authorise direct debit");
    await expect(problem(place)).toBeVisible();
  },
  "the end": async (place) => {
    await toSecondStep(place);
    await authorise(place);
    await expectHeading(place, HEADINGS.done);
  },
};

test.describe("nothing for axe to find, in light and dark, and no sideways scroll at 320 px", () => {
  // Long words are what makes a narrow page scroll.
  const course = {
    course_name: "Certificate of Electroencephalographically Assisted Neurophysiotherapeutics",
  };

  for (const [name, reach] of Object.entries(STEPS))
    test(`on ${name}`, async ({ page, api, provider }) => {
      await page.goto(setupUrl(await startedPlan(api, provider, { course })));
      await untilScripted(page);
      await reach(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });

  for (const name of ["the second step's error"])
    test(`on ${name}, inside a frame`, async ({ page, api, provider, neighbour }) => {
      await register(provider, { allowedOrigins: [neighbour.origin("college.example")] });
      const url = setupUrl(await startedPlan(api, provider, { course }));
      const frame = await neighbour.embed(page, "college.example", url);
      await untilScripted(frame);
      await STEPS[name]!(frame);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
});

/** Goes on with Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await page.keyboard.press("Tab");
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab does not lead to ${control}`);
}

test("a student authorises by the keyboard alone", async ({ page, api, provider }) => {
  const scene = await startedPlan(api, provider);
  await openSetup(page, scene);
  await tabTo(page, page.getByLabel("Account name"));
  await page.keyboard.type("Amelia Nguyen");
  await page.keyboard.press("Tab");
  await page.keyboard.type("06200");
  await page.keyboard.press("Tab");
  await page.keyboard.type("000123456");
  await tabTo(page, page.getByRole("radio", { name: "Yes" }));
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");

  // From the summary that took the focus to the field, by its link.
  const link = page.getByRole("link", { name: "BSB must be 6 digits" });
  await expect(link).toBeVisible();
  await tabTo(page, link);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("BSB")).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");

  await expectHeading(page, HEADINGS.check);
  await tabTo(page, page.getByRole("checkbox"));
  await page.keyboard.press("Space");
  await tabTo(page, page.getByRole("button", { name: "Authorise direct debit" }));
  await page.keyboard.press("Enter");
  await expectHeading(page, HEADINGS.done);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Confirmation");
});

test("a print of the second step has the whole request and Service Agreement, though closed on the screen", async ({
  page,
  api,
  provider,
}) => {
  await openSetup(page, await startedPlan(api, provider));
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);
  await expect(page.getByText(SERVICE_AGREEMENT[0]!.paragraphs[0]!)).toBeHidden();
  const printed = await getDocumentProxy(new Uint8Array(await page.pdf()));
  const text = plain((await extractText(printed, { mergePages: true })).text);
  for (const part of [
    DIRECT_DEBIT_AUTHORITY.text("Test College"),
    ...SERVICE_AGREEMENT.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]),
  ])
    expect(text).toContain(plain(part));
});

/** Without what a printed line breaks at, with ligatures taken apart, and one apostrophe for those that look alike. */
function plain(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, "").replace(/[’ʼ]/g, "'");
}
