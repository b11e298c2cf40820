import { expect, type Page } from "@playwright/test";
import type { Scene } from "../scenes";

/** A page, or what stands in one of its frames. */
export type Place = Pick<Page, "getByLabel" | "getByRole" | "getByText">;

export const ACCOUNT = {
  accountName: "Amelia Nguyen",
  bsb: "062000",
  accountNumber: "000 123 456",
  alone: "Yes",
};

/** The titles of the steps and states, as they are read out. */
export const HEADINGS = {
  bank: "Set up a Direct Debit Request with Test College",
  stop: "You need an account that you can authorise on your own",
  check: "Check your details and authorise",
  done: "Direct debit authorised",
  already: "This direct debit is already authorised",
};

/** The hosted page's address as create gave it, with what its opener appends. */
export function setupUrl(scene: Scene, more: Record<string, string> = {}): string {
  const url = new URL(scene.answer.body.direct_debit.setup_url);
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value);
  return url.href;
}

/** The first step once its script runs: before that the browser posts the form itself. */
export async function untilScripted(place: Place): Promise<void> {
  await expect(place.getByRole("button", { name: "Fill test account" })).toBeVisible();
}

/** Opens a scene's page as a page of its own. */
export async function openSetup(page: Page, scene: Scene): Promise<void> {
  await page.goto(setupUrl(scene));
  await untilScripted(page);
}

export const press = (place: Place, button: string) => place.getByRole("button", { name: button }).click();

export async function expectHeading(place: Place, name: string): Promise<void> {
  await expect(place.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

/** Answers the first step and goes on. */
export async function continueWith(place: Place, changes: Partial<typeof ACCOUNT> = {}): Promise<void> {
  const account = { ...ACCOUNT, ...changes };
  await place.getByLabel("Account name").fill(account.accountName);
  await place.getByLabel("BSB").fill(account.bsb);
  await place.getByLabel("Account number").fill(account.accountNumber);
  await place.getByRole("radio", { name: account.alone }).check();
  await press(place, "Continue");
}

/** Agrees on the second step. */
export async function authorise(place: Place): Promise<void> {
  await expectHeading(place, HEADINGS.check);
  await place.getByRole("checkbox").check();
  await press(place, "Authorise direct debit");
}

/** What the first step was answered with. */
export async function expectAnswers(place: Place, answers: typeof ACCOUNT): Promise<void> {
  await expect(place.getByLabel("Account name")).toHaveValue(answers.accountName);
  await expect(place.getByLabel("BSB")).toHaveValue(answers.bsb);
  await expect(place.getByLabel("Account number")).toHaveValue(answers.accountNumber);
  await expect(place.getByRole("radio", { name: answers.alone })).toBeChecked();
}
