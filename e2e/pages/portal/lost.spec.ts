import { makeEnrolment } from "../../support/browser/enrolment";
import { expect, test } from "../../support/browser/test";

test.beforeEach(({ watch }) => watch.expectFault(/status of 404/));

test("an address of nothing is a 404 that the server draws", async ({ openContext, provider }) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  const { home } = await makeEnrolment(provider);
  for (const [path, heading] of [
    ["/p/unknown", "Page not found"],
    ["/p/unknown/terms", "Page not found"],
    [`${home.slice(0, -3)}AAA`, "We could not find this enrolment"],
    ["/e/nothing/pay", "We could not find this enrolment"],
    ["/e/nothing/done", "We could not find this enrolment"],
    [`${home}/nothing`, "Page not found"],
  ] as const) {
    const response = (await page.goto(path))!;
    expect(response.status(), path).toBe(404);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
    await expect(page.getByRole("link", { name: "Go to the start page" })).toHaveAttribute("href", "/");
    expect(await page.content()).not.toMatch(/Amelia|Bookkeeping|Test College/);
  }
});
