import { TEST_CARDS, type TestCardSlug } from "../../../packages/cards/test-cards";
import { cardToken, payNowBody } from "../../support/bodies";
import type { College } from "../../support/browser/college";
import { makeEnrolment } from "../../support/browser/enrolment";
import { held } from "../../support/browser/held";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";
import { attemptOf, checkoutIdOf, holdBack, waitsForBank } from "../../support/charges";
import type { Api } from "../../support/client";
import { until } from "../../support/poll";

/** Null where recovery began before it could be kept away. */
async function openCardPayment(api: Api, provider: College) {
  const { home, reference } = await makeEnrolment(provider, "card");
  const order = { provider_order_id: reference, provider_account_id: undefined };
  const lost = { card_payment: { token: cardToken("answer_lost") } };
  const body = payNowBody(provider, { provider: order, ...lost });
  const id = checkoutIdOf(await api.create(body));
  const attempt = await attemptOf(provider, body);
  const isHeld = attempt !== undefined && (await holdBack(attempt.id));
  return isHeld && (await attemptOf(provider, body))?.leaseUntil === null ? { home, id } : null;
}

const NOT_CHARGED = "You have not been charged.";
const DECLINES: readonly (readonly [TestCardSlug, string])[] = [
  ["declined_insufficient_funds", "Your bank says there is not enough money available. Use another card."],
  ["declined_expired_card", "This card has expired. Use another card."],
  ["declined_incorrect_cvc", "The security code does not match. Check it and try again."],
  ["declined_lost_card", "Your bank declined this card. Use another card or contact your bank."],
];

test("after a decline the number is typed anew, key by key, and nothing takes the focus away", async ({
  page,
  student,
  atCard,
}) => {
  await student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
  const number = page.getByLabel("Card number");
  await expect(page.getByText("You have not been charged.")).toBeVisible();
  await number.press("ControlOrMeta+a");
  await page.keyboard.type("4242424242424242");
  await expect(number).toHaveValue("4242 4242 4242 4242");
  await expect(number).toBeFocused();
  const code = page.getByLabel("Security code");
  await code.press("ControlOrMeta+a");
  await page.keyboard.type("123");
  await expect(code).toHaveValue("123");
  await expect(code).toBeFocused();
  await student.pay().click();
  await student.seesPaid();
  expect(await atCard.charged()).toEqual([1500]);
});

test("each decline is said in its own words, and charges nothing", async ({ page, student, atCard }) => {
  await student.fillCard();
  for (const [card, words] of DECLINES) {
    await page.getByLabel("Card number").fill(TEST_CARDS[card].number);
    const answered = page.waitForResponse((response) => response.request().method() === "POST");
    await student.pay().click();
    await answered;
    const alert = page.getByRole("main").getByRole("alert");
    await expect(alert.getByRole("paragraph")).toHaveText(`${words} ${NOT_CHARGED}`);
    await expect(alert.getByRole("link")).toHaveCount(card === "declined_insufficient_funds" ? 1 : 0);
    await expect(page.getByLabel("Card number")).not.toHaveValue("");
    await expect(page).toHaveTitle(/^Error: Pay by card/);
  }
  expect(await atCard.charged()).toEqual([]);
});

test("a decline is still said to whoever opens the link again", async ({ page, openContext, atCard }) => {
  await new Student(page).payWith({ number: TEST_CARDS.declined_lost_card.number });
  await expect(page.getByRole("main").getByRole("alert")).toContainText("declined");
  const other = await (await openContext()).newPage();
  await other.goto(atCard.home);
  await expect(other.getByText("Your last payment did not go through")).toBeVisible();
  await expect(other.getByText("You have not been charged.")).toBeVisible();
});

test("while the gateway's answer is lost the student is told not to pay again, and then that it is paid", async ({
  page,
  student,
  atCard,
}) => {
  // The page goes on by itself, and not before it was read.
  const read = held();
  await page.route("**/status", async (route) => {
    await read.until;
    await route.continue();
  });
  await student.payWith({ number: TEST_CARDS.answer_lost.number });
  await expect(
    page.getByText("We’re checking whether your payment went through. Do not pay again."),
  ).toBeVisible();
  await expect(student.pay()).toHaveCount(0);
  read.release();
  await student.seesPaid();
  expect(await atCard.charged()).toEqual([1500]);
  expect(await atCard.checkouts()).toHaveLength(1);
});

test("whose bank asks for more is led there and back again, and not to pay again", async ({
  page,
  api,
  provider,
}) => {
  const { home, id } = await until("a card's outcome stays open", () => openCardPayment(api, provider));
  await page.goto(home);
  await expect(page.getByRole("status")).toContainText("Do not pay again.");
  const link = page.getByRole("link", { name: "Continue with your bank" });
  await expect(link).toHaveCount(0);
  await waitsForBank(id, "https://bank.test/challenge?id=1");
  await expect(link).toHaveAttribute("href", "https://bank.test/challenge?id=1");
  await page.goto("/api/card-payment/return?payment_intent=pi_1");
  await expect(page).toHaveURL(`${home}/checking`);
});

test("whose bank misses money is offered the plan, and finds it chosen", async ({
  page,
  openContext,
  student,
  atCard,
}) => {
  await student.payWith({ number: TEST_CARDS.declined_insufficient_funds.number });
  await page.getByRole("link", { name: "Pay in instalments instead" }).click();
  await expect(student.byPlan()).toBeChecked();

  const plain = await (await openContext({ javaScriptEnabled: false })).newPage();
  await plain.goto(atCard.home);
  await plain.getByRole("link", { name: "Pay in instalments instead" }).click();
  await expect(new Student(plain).byPlan()).toBeChecked();
  await new Student(plain).next().click();
  await new Student(plain).at("bank");
});
