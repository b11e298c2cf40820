import { expect, test } from "../../support/browser/test";

test("a step begins at its title, a refused form at its errors", async ({ page, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  await expect(title("Your details")).toBeFocused();
  await page.getByLabel("First name").fill("Amelia");
  await student.next().click();
  await expect(page.locator(":focus").filter({ has: page.getByRole("alert") })).toHaveCount(1);
  await student.giveDetails();
  await expect(title("How to pay")).toBeFocused();
  // What Next tells screen readers of.
  const told = page.locator("next-route-announcer").getByText("How to pay");
  await expect(told).toHaveCount(1);
  await page.reload();
  await expect(title("How to pay")).not.toBeFocused();
});

test("so does a loaded page, but not once it is reloaded", async ({ page, student, atCard: _opened }) => {
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  await expect(title("Pay by card")).not.toBeFocused();
  await student.payWith();
  await student.seesPaid();
  await expect(title("You are enrolled")).toBeFocused();
  await page.reload();
  await expect(title("You are enrolled")).toBeVisible();
  await expect(title("You are enrolled")).not.toBeFocused();
});

test("the footer of a step opens the provider's texts beside it", async ({ page, provider, student }) => {
  await student.enrol(provider.code, provider.course.name);
  await page.getByLabel("First name").fill("Amelia");
  for (const [link, heading] of [
    ["Privacy", "Privacy policy"],
    ["Terms", "Terms and Conditions"],
    ["Refunds", "Refund policy"],
  ] as const) {
    const opened = page.waitForEvent("popup");
    await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
    const text = await opened;
    await expect(text.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await text.close();
  }
  await expect(page.getByLabel("First name")).toHaveValue("Amelia");
});
