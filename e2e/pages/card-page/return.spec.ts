import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { test } from "../../support/browser/neighbour";
import { expect } from "../../support/browser/test";
import { cardPage } from "../../support/scenes";

for (const card of ["visa", "answer_lost"] as const)
  test(`a student who has paid with ${card} is at the provider's page, which is told so`, async ({
    page,
    api,
    provider,
    neighbour,
  }) => {
    const back = neighbour.origin("127.0.0.1") + neighbour.serve("enrolled", "<h1>Thank you</h1>");
    const { answer } = await cardPage(api, provider);
    const url = new URL(answer.body.card_payment.payment_url);
    url.searchParams.set("return_url", `${back}?order=7`);
    await page.goto(url.href);
    await page.getByLabel("Card number").fill(TEST_CARDS[card].number);
    await page.getByLabel("Expiry date").fill("12/39");
    await page.getByLabel("Security code").fill("737");
    await page.getByRole("button", { name: "Pay $1,500.00" }).click();
    await expect(page).toHaveURL(`${back}?order=7&outcome=paid`);
    await expect(page.getByRole("heading", { name: "Thank you" })).toBeVisible();
  });
