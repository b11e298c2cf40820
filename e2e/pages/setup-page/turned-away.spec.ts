import { planBegun } from "../../support/browser/enrolment";
import { Student } from "../../support/browser/student";
import { expect, test } from "../../support/browser/test";

test("a bank form that the network's limit turned away says that nothing was saved, and keeps what was entered", async ({
  page,
  provider,
  api,
  watch,
}) => {
  watch.expectFault(/status of 429/);
  const student = new Student(page);
  await page.goto((await planBegun(api, provider)).home);
  await student.bank().getByLabel("BSB").waitFor();
  let isFirst = true;
  await page.route("**/api/dd-setup?*", async (route) => {
    if (route.request().method() !== "POST" || !isFirst) return route.continue();
    isFirst = false;
    await route.fulfill({
      status: 429,
      headers: { "Content-Type": "text/plain", "Retry-After": "7" },
      body: "Too many forms were sent from your network. Nothing was saved.\n",
    });
  });
  await student.giveAccount();
  await expect(student.bank().getByRole("alert").filter({ hasText: "Too many forms" })).toContainText(
    "Nothing was saved. Wait 7 seconds and try again.",
  );
  await expect(student.bank().getByLabel("Account number")).toHaveValue("000123456");
  await student.bank().getByRole("button", { name: "Continue" }).click();
  await student.authorise();
});
