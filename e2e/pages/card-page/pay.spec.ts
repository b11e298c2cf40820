import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { expect } from "../../support/browser/test";
import { openCardPage, payOnCardPage } from "../../support/screens/card-page";
import { test } from "../../support/screens/test";

test("the hosted card page sends a token and no card number, and takes another card after a decline", async ({
  visit,
}) => {
  const { page, api } = visit;
  const posted: string[] = [];
  page.on("request", (request) => posted.push(`${request.url()} ${request.postData() ?? ""}`));
  const scene = await openCardPage(visit);
  await payOnCardPage(visit, TEST_CARDS.declined_insufficient_funds);
  await expect(page.getByText("not enough money available")).toBeVisible();
  await page.getByRole("button", { name: "Fill test card" }).click();
  await page.getByRole("button", { name: "Pay $1,500.00" }).click();
  await expect(page.getByText("Visa ending 4242")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "You have paid" })).toBeVisible();
  expect(posted.filter((text) => text.includes("tok_test_"))).toHaveLength(2);
  for (const { number } of [TEST_CARDS.declined_insufficient_funds, TEST_CARDS.visa])
    expect(posted.join("\n").replace(/[\s+-]/g, "")).not.toContain(number);
  expect((await api.status(scene.id)).body.checkout_status).toBe("Payment Processing");
});

test("a wrong field of the hosted card page is named, and its message goes as it is corrected", async ({
  visit,
}) => {
  const { page } = visit;
  await openCardPage(visit);
  await payOnCardPage(visit, { number: "4242 4242 4242 4241" });
  const number = page.getByLabel("Card number");
  await expect(page).toHaveTitle(/^Error: Pay by card/);
  await expect(number).toHaveAttribute("aria-invalid", "true");
  await page.getByRole("link", { name: "Card number is not correct." }).click();
  await expect(number).toBeFocused();
  await number.fill(TEST_CARDS.visa.number);
  await expect(number).not.toHaveAttribute("aria-invalid");
  await expect(page).toHaveTitle(/^Pay by card/);
});
