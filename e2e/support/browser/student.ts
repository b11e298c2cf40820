import { expect, type Page } from "@playwright/test";
import { DECLARATIONS } from "../../../lib/domain/wording";
import { continueWith } from "./setup-page";

export const CARD = {
  name: "Amelia Nguyen",
  number: "4242 4242 4242 4242",
  expiry: "12/31",
  cvc: "737",
};
export const ACCOUNT = { name: "Amelia Nguyen", bsb: "062000", number: "000123456" };

/** A student at the portal: what people do there, by the words that they see. */
export class Student {
  constructor(readonly page: Page) {}

  readonly pay = () => this.page.getByRole("button", { name: "Pay $1,500.00" });
  readonly next = () => this.page.getByRole("button", { name: "Continue" });
  readonly byCard = () => this.page.getByRole("radio", { name: "Pay $1,500.00 today by card" });
  readonly byPlan = () => this.page.getByRole("radio", { name: /payments? of \$/ });
  /** Shows the fields of a plan that no row has. */
  readonly byOtherPlan = () => this.page.getByRole("radio", { name: "Another number or date" });
  /** The hosted bank page inside the portal's. */
  readonly bank = () => this.page.frameLocator('iframe[title="Direct Debit Request"]');

  at = (step: string) => this.page.waitForURL(new RegExp(`/e/[^/]+/${step}$`));

  /** From the courses to the first question. */
  async enrol(providerCode: string, course: string): Promise<void> {
    await this.page.goto(`/p/${providerCode}`);
    await this.page.getByRole("button", { name: `Enrol in ${course}` }).click();
    await this.at("details");
  }

  async giveDetails(email = "amelia@example.com"): Promise<void> {
    await this.page.getByLabel("First name").fill("Amelia");
    await this.page.getByLabel("Last name").fill("Nguyen");
    await this.page.getByLabel("Email address").fill(email);
    await this.next().click();
    await this.at("pay");
  }

  async choose(how: "card" | "plan"): Promise<void> {
    await (how === "card" ? this.byCard() : this.byPlan()).check();
    await this.next().click();
    await this.at(how === "card" ? "card" : "bank");
  }

  async fillCard(changes: Partial<typeof CARD> = {}): Promise<void> {
    await this.typeCard(changes);
    await this.page.getByRole("checkbox", { name: /^I accept the Terms/ }).check();
  }

  async typeCard(changes: Partial<typeof CARD> = {}): Promise<void> {
    const card = { ...CARD, ...changes };
    await this.page.getByLabel("Name on card").fill(card.name);
    await this.page.getByLabel("Card number").fill(card.number);
    await this.page.getByLabel("Expiry date").fill(card.expiry);
    await this.page.getByLabel("Security code").fill(card.cvc);
  }

  async payWith(changes: Partial<typeof CARD> = {}): Promise<void> {
    await this.fillCard(changes);
    await this.pay().click();
  }

  /** The hosted page's two steps, in its frame. */
  async giveAccount(): Promise<void> {
    await continueWith(this.bank(), { accountNumber: ACCOUNT.number });
  }

  async authorise(): Promise<void> {
    const bank = this.bank();
    await bank.getByRole("checkbox").check();
    await bank.getByRole("button", { name: "Authorise direct debit" }).click();
    await this.at("review");
  }

  async sign(): Promise<void> {
    for (const words of Object.values(DECLARATIONS)) await this.page.getByLabel(words).check();
    await this.page.getByRole("button", { name: "Confirm enrolment and payment plan" }).click();
  }

  async seesPaid(): Promise<void> {
    await this.at("done");
    await expect(this.page.getByRole("heading", { level: 1 })).toHaveText("You are enrolled");
    await expect(this.page.getByText("Your payment went through")).toBeVisible();
  }

  async seesSigned(): Promise<void> {
    await this.at("done");
    await expect(this.page.getByText("Your payment plan is signed")).toBeVisible();
  }
}
