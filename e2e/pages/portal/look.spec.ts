import { makeEnrolment, planAuthorised, planBegun, planSigned } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

test("with reduced motion nothing moves: another colour scheme is there at once", async ({
  page,
  provider,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto(`/p/${provider.code}`);
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  const colour = () => page.evaluate(() => getComputedStyle(document.querySelector("main p")!).color);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await colour()).toBe("rgb(169, 182, 198)");
});

test("a course takes the whole line: the dividers end where the button does", async ({ page, provider }) => {
  await page.goto(`/p/${provider.code}`);
  const list = (await page.getByRole("main").getByRole("list").boundingBox())!;
  const button = (await page
    .getByRole("button", { name: /^Enrol/ })
    .first()
    .boundingBox())!;
  expect(button.x + button.width).toBeCloseTo(list.x + list.width, 0);
});

test("the count of steps has one total, by card and by plan, and where nothing is asked none is counted", async ({
  page,
  provider,
  api,
}) => {
  const card = (await makeEnrolment(provider, "card")).home;
  const begun = (await planBegun(api, provider)).home;
  const authorised = (await planAuthorised(api, provider)).home;
  const signed = (await planSigned(api, provider)).home;
  for (const [address, count] of [
    [`${card}/details`, "Step 1 of 4"],
    [`${card}/pay`, "Step 2 of 4"],
    [`${card}/card`, "Step 3 of 4"],
    [`${begun}/details`, "Step 1 of 4"],
    [`${begun}/pay`, "Step 2 of 4"],
    [`${begun}/bank`, "Step 3 of 4"],
    [`${authorised}/review`, "Step 4 of 4"],
    [`${authorised}/account`, null],
    [`${signed}/done`, null],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(address);
    await expect(page.getByText(/^Step \d/), address).toHaveText(count === null ? [] : [count]);
  }
  await page.goto(card);
  const student = new Student(page);
  await student.payWith();
  await student.seesPaid();
  // The receipt is the fourth, as the signature is by plan.
  await expect(page.getByText(/^Step \d/)).toHaveText("Step 4 of 4");
});
