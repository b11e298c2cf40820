import { eq } from "drizzle-orm";
import { enrolment } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { FORM_LIVES_MS, sealForm } from "../../lib/setup-page/sealed-form";
import { ok } from "../support/answer";
import { makeEnrolment, planAuthorised } from "../support/browser/enrolment";
import {
  ACCOUNT,
  authorise,
  continueWith,
  expectHeading,
  HEADINGS,
  openSetup,
  setupUrl,
} from "../support/browser/setup-page";
import { Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";
import { database } from "../support/provider";
import { startedPlan } from "../support/scenes";
import { sharedStack } from "../support/shared";

test("bank details that lay on the second step for half an hour are asked for again, and the page says why", async ({
  page,
  api,
  provider,
}) => {
  const scene = await startedPlan(api, provider);
  await openSetup(page, scene);
  await continueWith(page);
  await expectHeading(page, HEADINGS.check);
  const session = new URL(setupUrl(scene)).searchParams.get("session")!;
  // Old enough even for a clock that is put back an hour meanwhile.
  const long = new Date(Date.now() - FORM_LIVES_MS - 7_200_000);
  const values = {
    accountName: "Amelia Nguyen",
    bsb: "062000",
    accountNumber: "000123456",
    authorisesAlone: "yes",
  };
  const old = sealForm(createVault(sharedStack().appKeys), session, values, long);
  await page.locator("input[name=sealed]").evaluate((input: HTMLInputElement, sealed) => {
    input.value = sealed;
  }, old);
  await authorise(page);
  await expectHeading(page, HEADINGS.bank);
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    "the bank details you entered were cleared",
  );
  expect((await api.status(scene.id)).body.checkout_status).toBe("Awaiting Direct Debit");
  await continueWith(page, { ...ACCOUNT });
  await authorise(page);
  await expectHeading(page, HEADINGS.done);
});

test("an enrolment that was purged while its student types is gone, and the page says so and leads on", async ({
  page,
  provider,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const student = new Student(page);
  const { home, reference } = await makeEnrolment(provider);
  await page.goto(`${home}/details`);
  await page.getByLabel("First name").fill("Amélie");
  await database().delete(enrolment).where(eq(enrolment.providerOrderId, reference));
  await student.next().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We could not find this enrolment");
  await expect(page.getByRole("link", { name: "Go to the start page" })).toBeVisible();
});

test("a plan that was cancelled while its student reads the last page is not signed, and the page says so", async ({
  page,
  api,
  provider,
}) => {
  const student = new Student(page);
  const { home, checkoutId } = await planAuthorised(api, provider);
  await page.goto(home);
  await student.at("review");
  ok(await api.cancel(checkoutId));
  await student.sign();
  await student.at("cancelled");
  await expect(page.getByText("Nothing was taken from your account.")).toBeVisible();
  expect((await api.status(checkoutId)).body.checkout_status).toBe("Cancelled");
});
