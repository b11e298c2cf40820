import type { Page } from "@playwright/test";
import { chargedFor, checkoutsOf, makeEnrolment } from "../support/enrolment";
import { Student } from "../support/student";
import { expect, test } from "../support/test";

const UNCERTAIN = "We’re checking whether your payment went through. Do not pay again. Keep this page open.";

/** The requests that send a payment. */
function paymentsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  return sent;
}

test("a connection that breaks after the payment arrived leads to the truth by itself, and one charge", async ({
  page,
  provider,
  api,
  watch,
}) => {
  watch.expectFault(/net::ERR_(FAILED|CONNECTION_RESET)/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  let isCut = false;
  await page.route("**/card", async (route) => {
    if (route.request().method() !== "POST" || isCut) return route.continue();
    isCut = true;
    await route.fetch();
    return route.abort("connectionreset");
  });
  await student.payWith();
  await expect(page.getByText(UNCERTAIN)).toBeVisible();
  await expect(page.getByRole("button", { name: "Processing…" })).toBeDisabled();
  await student.seesPaid();
  expect(isCut).toBe(true);
  expect(await chargedFor(api, reference)).toEqual([1500]);
  expect(await checkoutsOf(api, reference)).toHaveLength(1);
});

test("a browser that is offline pays once it is back, and once only", async ({
  context,
  page,
  provider,
  api,
  watch,
}) => {
  watch.expectFault(/net::ERR_INTERNET_DISCONNECTED/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider, "card");
  await page.goto(home);
  await student.fillCard();
  // The rules of the form are loaded at the first attempt, and are here before the connection goes.
  await page.getByLabel("Security code").fill("1");
  await student.pay().click();
  await expect(page.getByText("There is a problem")).toBeVisible();
  await page.getByLabel("Security code").fill("737");
  await context.setOffline(true);
  await student.pay().click();
  await expect(page.getByText(UNCERTAIN)).toBeVisible();
  expect(await chargedFor(api, reference)).toEqual([]);
  await context.setOffline(false);
  await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});

test("a double click and Enter pressed twice send one payment", async ({ page, provider, api }) => {
  const student = new Student(page);
  for (const twice of [
    () => student.pay().dblclick(),
    async () => {
      await page.getByLabel("Security code").press("Enter");
      await page.keyboard.press("Enter");
    },
  ]) {
    const { home, reference } = await makeEnrolment(provider, "card");
    await page.goto(home);
    await student.fillCard();
    const sent = paymentsOf(page);
    await twice();
    await student.seesPaid();
    expect(sent).toHaveLength(1);
    expect(await chargedFor(api, reference)).toEqual([1500]);
    expect(await checkoutsOf(api, reference)).toHaveLength(1);
  }
});

test("a slow server is waited for: first Processing…, then a word to keep the page open", async ({
  page,
  provider,
}) => {
  const student = new Student(page);
  const { home } = await makeEnrolment(provider, "card");
  await page.clock.install();
  await page.goto(home);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/card", async (route) => {
    if (route.request().method() === "POST") await held;
    return route.continue();
  });
  await student.payWith();
  const status = page.getByRole("main").getByRole("status");
  await expect(status).toHaveText("Processing…");
  await expect(page.getByRole("button", { name: "Processing…" })).toBeDisabled();
  await page.clock.fastForward(11_000);
  await expect(status).toHaveText("Still working. Keep this page open.");
  release();
  await student.seesPaid();
});

test("two windows that pay at once, each with a card, make one charge and both see it", async ({
  context,
  page,
  provider,
  api,
}) => {
  const { home, reference } = await makeEnrolment(provider, "card");
  const other = await context.newPage();
  const students = [new Student(page), new Student(other)];
  for (const student of students) {
    await student.page.goto(home);
    await student.fillCard();
  }
  await Promise.all(students.map((student) => student.pay().click()));
  for (const student of students) await student.seesPaid();
  expect(await chargedFor(api, reference)).toEqual([1500]);
});
