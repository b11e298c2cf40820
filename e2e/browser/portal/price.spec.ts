import type { Page } from "@playwright/test";
import { chargedFor, checkoutsOf } from "../support/enrolment";
import { Student } from "../support/student";
import { expect, test } from "../support/test";

/** Members that a hostile form might carry, by the names that the API and the pages know. */
const PLANTED = [
  "price",
  "priceCents",
  "amount",
  "amount_to_charge_now",
  "instalment_amount",
  "course_price",
];

test("another provider's courses have their own prices, and no altered form changes what is charged", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  const diploma = provider.courses[1]!;
  await page.goto(`/p/${provider.code}`);
  for (const { name } of provider.courses) await expect(page.getByRole("heading", { name })).toBeVisible();
  await plantInto(page);
  await page.getByRole("button", { name: `Enrol in ${diploma.name}` }).click();
  await student.at("details");
  await plantInto(page);
  await student.giveDetails();
  await plantInto(page);
  await page.getByRole("radio", { name: "Pay $4,800.00 today by card" }).check();
  await student.next().click();
  await student.at("card");

  await student.fillCard();
  await alterSent(page);
  await page.getByRole("button", { name: "Pay $4,800.00" }).click();
  await student.seesPaid();
  const reference = (await page.getByRole("main").innerText()).match(/ENR-\w{5}-\w{5}/)![0];
  expect(await chargedFor(api, reference)).toEqual([4800]);
  const [checkout] = await checkoutsOf(api, reference);
  expect(checkout).toMatchObject({
    course: { course_name: diploma.name },
    pricing: { course_price: 4800, amount_to_finance: 4800 },
  });
});

test("a plan's amounts come from the course's price, whatever the form carries", async ({
  page,
  provider,
  api,
}) => {
  const student = new Student(page);
  await student.enrol(provider.code, provider.courses[2]!.name);
  await student.giveDetails();
  await student.byPlan().check();
  await page.getByLabel("Number of payments").fill("4");
  await plantInto(page);
  await student.next().click();
  await student.at("bank");
  const reference = (await page.content()).match(/ENR-\w{5}-\w{5}/)![0];
  const [checkout] = await checkoutsOf(api, reference);
  expect(checkout).toMatchObject({
    pricing: { course_price: 349, amount_to_finance: 349 },
    plan: { number_of_instalments: 4, instalment_amount: 87.25 },
  });
});

/** Adds members for a price of one cent to every form of the page. */
async function plantInto(page: Page): Promise<void> {
  await page.evaluate((names) => {
    for (const form of document.forms)
      for (const name of names) {
        const input = document.createElement("input");
        Object.assign(input, { type: "hidden", name, value: "0.01" });
        form.append(input);
      }
  }, PLANTED);
}

/** Adds the same to the payment as it is sent. */
async function alterSent(page: Page): Promise<void> {
  await page.route("**/card", (route) => {
    const body = route.request().postData();
    if (route.request().method() !== "POST" || !body) return route.continue();
    const more = PLANTED.map((name) => `"${name}":0.01`).join(",");
    return route.continue({ postData: body.replace('{"token"', `{${more},"token"`) });
  });
}
