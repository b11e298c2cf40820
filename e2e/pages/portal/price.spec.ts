import type { Page } from "@playwright/test";
import { makeByCommand } from "../../support/browser/commands";
import { chargedFor, checkoutsOf } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";
import { Api } from "../../support/client";

/** Members that a hostile form might carry, by the names that the API and the pages know. */
const PLANTED = [
  "price",
  "priceCents",
  "amount",
  "amount_to_charge_now",
  "instalment_amount",
  "course_price",
];

test("a provider made by command has its own portal, and no altered form changes what its course costs", async ({
  page,
  provider,
  baseURL,
}) => {
  const student = new Student(page);
  const second = await makeByCommand("Northern College", "Diploma of Nursing", "4800");
  const api = new Api(baseURL!, second.key);
  await page.goto(`/p/${second.code}`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Diploma of Nursing"]);
  await expect(page.getByText(provider.course.name)).toHaveCount(0);
  await plantInto(page);
  await page.getByRole("button", { name: "Enrol in Diploma of Nursing" }).click();
  await student.at("details");
  await plantInto(page);
  await student.giveDetails();
  await plantInto(page);
  await page.getByRole("radio", { name: "Pay $4,800.00 today by card" }).check();
  await student.next().click();
  await student.at("card");

  await student.fillCard();
  await expect(page.getByText("of Northern College", { exact: false }).first()).toBeVisible();
  const altered = await alterSent(page);
  await page.getByRole("button", { name: "Pay $4,800.00" }).click();
  await student.seesPaid();
  expect(altered()).toBe(1);
  const reference = (await page.getByRole("main").innerText()).match(/ENR-\w{5}-\w{5}/)![0];
  expect(await chargedFor(api, reference)).toEqual([4800]);
  const [checkout] = await checkoutsOf(api, reference);
  expect(checkout).toMatchObject({
    course: { course_name: "Diploma of Nursing" },
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
  await student.byOtherPlan().check();
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

/** Adds the same to the payment as it is sent; says how often. */
async function alterSent(page: Page): Promise<() => number> {
  let times = 0;
  const more = PLANTED.map((name) => `"${name}":0.01`).join(",");
  await page.route("**/card", (route) => {
    const body = route.request().postData() ?? "";
    const altered = body.replace('{"token"', `{${more},"token"`);
    if (altered !== body) times += 1;
    return route.continue(altered === body ? {} : { postData: altered });
  });
  return () => times;
}
