import { OWN_SCRIPTS } from "../support/browser/policies";
import { expect, test } from "../support/browser/test";

const PAGES = [
  { path: "/", status: 200 },
  { path: "/no/such/page", status: 404 },
  { path: "/docs", status: 200 },
];

for (const { path, status } of PAGES) {
  test.describe(path, () => {
    test.beforeEach(({ watch }) => {
      if (status === 404) watch.expectFault(/status of 404 .*\/no\/such\/page/);
    });

    test(`answers ${status} with a policy that allows its own scripts and styles only`, async ({ page }) => {
      const response = (await page.goto(path))!;
      expect(response.status()).toBe(status);
      const headers = response.headers();
      const policy = headers["content-security-policy"] ?? "";
      expect(policy).toMatch(OWN_SCRIPTS);
      expect(policy).toMatch(/style-src 'self'(;|$)/);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("same-origin");
    });

    test("no two answers have the same nonce, or none has one", async ({ page }) => {
      const nonceOf = async () =>
        /'nonce-([^']+)'/.exec((await page.goto(path))!.headers()["content-security-policy"] ?? "")?.[1];
      const nonce = await nonceOf();
      expect(nonce === undefined).toBe(path === "/docs");
      if (nonce) expect(await nonceOf()).not.toBe(nonce);
    });
  });
}

test("a page that is not there leads to the start page", async ({ page, watch }) => {
  watch.expectFault(/status of 404 .*\/no\/such\/page/);
  await page.goto("/no/such/page");
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expect(page).toHaveURL("/");
});
