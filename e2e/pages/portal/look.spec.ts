import { makeEnrolment, planAuthorised, planBegun, planSigned } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

test("card and plan each count four steps", async ({ page, api, provider, student }) => {
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
  await student.payWith();
  await student.seesPaid();
  // The receipt is the fourth, as the signature is by plan.
  await expect(page.getByText(/^Step \d/)).toHaveText("Step 4 of 4");
});
