import type { FrameLocator, Locator, Page } from "@playwright/test";
import { ACCOUNT, CARD, Student } from "../support/browser/student";
import { expect, test } from "../support/browser/test";

/** More presses than any page here has stops. */
const MAX_STOPS = 60;

/** Presses Tab until the control has focus, and sees that whoever looks can tell. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  const has = () => control.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let pressed = 0; pressed < MAX_STOPS; pressed += 1) {
    if (await has()) {
      expect(await isMarked(control), "focus can be seen").toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`${control} is not reached by Tab`);
}

/** An outline around the control, or around the control that stands for it. */
function isMarked(control: Locator): Promise<boolean> {
  return control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
}

async function typeInto(page: Page, control: Locator, text: string): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.type(text);
}

async function pressOn(page: Page, control: Locator, key: "Enter" | "Space"): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

async function upToChoice(page: Page, providerCode: string, course: string): Promise<Student> {
  const student = new Student(page);
  await page.goto(`/p/${providerCode}`);
  await pressOn(page, page.getByRole("button", { name: `Enrol in ${course}` }), "Enter");
  await student.at("details");
  await typeInto(page, page.getByLabel("First name"), "Amelia");
  await typeInto(page, page.getByLabel("Last name"), "Nguyen");
  await typeInto(page, page.getByLabel("Email address"), "amelia@example.com");
  await page.keyboard.press("Enter");
  await student.at("pay");
  return student;
}

test("Pay Now by keyboard alone, from the courses to the receipt", async ({ page, provider }) => {
  const student = await upToChoice(page, provider.code, provider.course.name);
  await pressOn(page, student.byCard(), "Space");
  await pressOn(page, student.next(), "Enter");
  await student.at("card");
  await expect(student.pay()).toBeEnabled();
  await typeInto(page, page.getByLabel("Name on card"), CARD.name);
  await typeInto(page, page.getByLabel("Card number"), CARD.number.replaceAll(" ", ""));
  await expect(page.getByLabel("Card number")).toHaveValue(CARD.number);
  await typeInto(page, page.getByLabel("Expiry date"), CARD.expiry.replace("/", ""));
  await expect(page.getByLabel("Expiry date")).toHaveValue(CARD.expiry);
  await typeInto(page, page.getByLabel("Security code"), CARD.cvc);
  await pressOn(page, page.getByRole("checkbox", { name: /^I accept/ }), "Space");
  await pressOn(page, student.pay(), "Space");
  await student.seesPaid();
});

test("a payment plan by keyboard alone, from the bank to the signature", async ({ page, provider }) => {
  const student = await upToChoice(page, provider.code, provider.course.name);
  await tabTo(page, student.byCard());
  await page.keyboard.press("ArrowDown");
  await expect(student.byPlan()).toBeChecked();
  await tabTo(page, page.getByRole("radio", { name: /^26 × \$57\.69 a fortnight/ }));
  await page.keyboard.press("ArrowUp");
  await expect(student.byOtherPlan()).toBeChecked();
  await tabTo(page, page.getByLabel("How often"));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel("How often")).toHaveValue("Monthly");
  await pressOn(page, student.next(), "Enter");
  await student.at("bank");

  const bank: FrameLocator = student.bank();
  await bank.getByLabel("Account name").waitFor();
  await typeInto(page, bank.getByLabel("Account name"), ACCOUNT.name);
  await typeInto(page, bank.getByLabel("BSB"), ACCOUNT.bsb);
  await typeInto(page, bank.getByLabel("Account number"), ACCOUNT.number);
  await pressOn(page, bank.getByLabel("Yes"), "Space");
  await pressOn(page, bank.getByRole("button", { name: "Continue" }), "Enter");
  await pressOn(page, bank.getByRole("checkbox"), "Space");
  await pressOn(page, bank.getByRole("button", { name: "Authorise direct debit" }), "Enter");
  await student.at("review");
  for (const box of await page.getByRole("checkbox").all()) await pressOn(page, box, "Space");
  await pressOn(page, page.getByRole("button", { name: "Confirm enrolment and payment plan" }), "Enter");
  await student.seesSigned();
});

test("the first stop leads past the header, an error into its field", async ({ page, atCard }) => {
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await pressOn(page, new Student(page).pay(), "Enter");
  await pressOn(page, page.getByRole("link", { name: "Enter your card number" }), "Enter");
  await expect(page.getByLabel("Card number")).toBeFocused();
  expect(await atCard.charged()).toEqual([]);
});
