import { expect, test } from "../../support/browser/test";

test("with reduced motion nothing moves: another colour scheme is there at once", async ({
  page,
  provider,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "light" });
  await page.goto(`/p/${provider.code}`);
  await page.emulateMedia({ reducedMotion: "reduce", colorScheme: "dark" });
  const colour = () => page.evaluate(() => getComputedStyle(document.querySelector("main p")!).color);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  expect(await colour()).toBe("rgb(169, 182, 198)");
});

test("a course takes the whole line: the dividers end where the button does", async ({ page, provider }) => {
  await page.goto(`/p/${provider.code}`);
  const list = (await page.getByRole("main").getByRole("list").boundingBox())!;
  const button = (await page
    .getByRole("button", { name: /^Enrol/ })
    .first()
    .boundingBox())!;
  expect(button.x + button.width).toBeCloseTo(list.x + list.width, 0);
});
