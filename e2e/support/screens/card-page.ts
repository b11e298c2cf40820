import { eq } from "drizzle-orm";
import { chargeAttempt } from "../../../drizzle/schema";
import type { Id } from "../../../lib/domain/ids";
import { TEST_CARDS } from "../../../packages/cards/test-cards";
import { ok } from "../answer";
import { expect } from "../browser/test";
import { holdBack, waitsForBank } from "../charges";
import { database, lapse } from "../provider";
import { cardPage, type Scene } from "../scenes";
import { at, NOT_FOUND, type Screen, screen, type Visit } from "./screen";

const course = { course_name: "Certificate of Electroencephalographically Assisted Neurophysiotherapeutics" };
const TITLE = "Pay by card – {p}";

const cardPageUrl = ({ answer }: Scene): string => answer.body.card_payment.payment_url;

const made = ({ api, provider }: Visit) => cardPage(api, provider, { course });

export async function openCardPage(visit: Visit): Promise<Scene> {
  const scene = await made(visit);
  await visit.page.goto(cardPageUrl(scene));
  await expect(visit.page.getByRole("button", { name: "Pay $1,500.00" })).toBeEnabled();
  return scene;
}

export async function payOnCardPage({ page }: Visit, { number }: { number: string }): Promise<void> {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiry date").fill("12/39");
  await page.getByLabel("Security code").fill("737");
  await page.getByRole("button", { name: "Pay $1,500.00" }).click();
}

/** Its outcome stays unknown. @param url the bank's page, where there is one */
async function untilChecked(visit: Visit, bankPage: string | null): Promise<void> {
  const scene = await openCardPage(visit);
  await payOnCardPage(visit, TEST_CARDS.answer_lost);
  const { id } = scene;
  const [attempt] = await database()
    .select()
    .from(chargeAttempt)
    .where(eq(chargeAttempt.checkoutId, id as Id<"chk">));
  await holdBack(attempt!.id);
  if (bankPage) await waitsForBank(attempt!.checkoutId, bankPage);
  await visit.page.goto(cardPageUrl(scene));
  await expect(visit.page.getByText("Do not pay again")).toBeVisible();
}

/** Every state of the hosted card page. */
export const CARD_PAGE_SCREENS: readonly Screen[] = [
  screen("card page", TITLE, async (visit) => {
    await openCardPage(visit);
  }),
  screen("card page refused", `Error: ${TITLE}`, async (visit) => {
    await openCardPage(visit);
    await payOnCardPage(visit, { number: "4242 4242 4242 4241" });
    await expect(visit.page.getByRole("heading", { name: "There is a problem" })).toBeVisible();
  }),
  screen("card page, declined", `Error: ${TITLE}`, async (visit) => {
    await openCardPage(visit);
    await payOnCardPage(visit, TEST_CARDS.declined_insufficient_funds);
    await expect(visit.page.getByText("not enough money available")).toBeVisible();
  }),
  screen("card page, being checked", "We’re checking your payment – {p}", (visit) =>
    untilChecked(visit, null),
  ),
  screen("card page, at the bank", "We’re checking your payment – {p}", (visit) =>
    untilChecked(visit, "https://bank.example/challenge"),
  ),
  screen("card page, paid", "You have paid – {p}", async (visit) => {
    await openCardPage(visit);
    await payOnCardPage(visit, TEST_CARDS.visa);
    await expect(visit.page.getByText("Visa ending 4242")).toBeVisible();
  }),
  at("card page, expired", "The time to pay here is over – {p}", async (visit) => {
    const scene = await made(visit);
    await lapse(scene.id);
    return cardPageUrl(scene);
  }),
  at("card page, cancelled", "This payment was cancelled – {p}", async (visit) => {
    const scene = await made(visit);
    ok(await visit.api.cancel(scene.id));
    return cardPageUrl(scene);
  }),
  at(
    "card page, link does not work",
    "This link does not work – Provider Checkout",
    "/api/card-payment?session=nothing",
    NOT_FOUND,
  ),
  at(
    "back from the bank",
    "You can go back to your enrolment – Provider Checkout",
    "/api/card-payment/return",
  ),
];
