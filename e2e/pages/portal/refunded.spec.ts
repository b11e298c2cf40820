import { checkoutsOf, makeEnrolment } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";
import { askRefund } from "../../support/refunds";

test("a student who has paid sees what the provider refunds, in part and then in full", async ({
  page,
  api,
  provider,
  student,
}) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await student.fillCard();
  await student.pay().click();
  await expect(page.getByText("There is nothing more to pay.")).toBeVisible();
  await expect(page.getByText("Refunded")).toHaveCount(0);
  const [paid] = await checkoutsOf(api, reference);
  for (const [amount, shown] of [
    [250, /^\$250\.00 on \d+ \w+ \d{4}$/],
    [1250, /^\$1,500\.00, the last part on \d+ \w+ \d{4}$/],
  ] as const) {
    expect((await askRefund(api, paid?.checkout.checkout_id, amount)).status).toBe(201);
    await page.reload();
    await expect(page.getByText("Refunded")).toBeVisible();
    await expect(page.getByText(shown)).toBeVisible();
  }
});
