import { expect, test } from "../support/browser/test";
import { confirmedPlan, payNow } from "../support/scenes";
import { member, PASSWORD } from "../support/staff";

test("staff answer a call: from the student's name to what is paid, in two clicks and without a script", async ({
  api,
  provider,
  openContext,
}) => {
  const student = { first_name: "Marigold", last_name: "Okafor", email: "marigold@example.com" };
  const paid = await payNow(api, provider, "visa", { student });
  await confirmedPlan(api, provider);
  const { email } = await member({ providerId: provider.id, role: "viewer" });

  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`/console/${provider.code}`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();

  const list = page.getByRole("table", { name: "Checkouts, newest first" }).locator("tbody");
  await expect(list.getByRole("link")).toHaveCount(2);
  await page.getByLabel("Find a student or payment").fill("okafor");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(list.getByRole("link")).toHaveCount(1);
  await list.getByRole("link", { name: "Marigold Okafor" }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Marigold Okafor");
  const main = page.getByRole("main");
  await expect(
    main.getByText(/Paid: \$1,500\.00, by card \(Visa ending 4242\) on .* Nothing is owed\./),
  ).toBeVisible();
  await expect(main.getByText("There is no bank account: this is paid by card.")).toBeVisible();
  await expect(main.getByText(paid.orderId)).toBeVisible();
});
