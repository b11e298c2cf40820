import { expect, it } from "vitest";
import { sha256 } from "./api-key";
import { newCheckoutToken } from "./checkout-token";

it("a checkout token is 43 random characters, of which only the hash is kept", () => {
  const { token, tokenSha256 } = newCheckoutToken();
  expect(token).toMatch(/^cht_[0-9A-Za-z]{43}$/);
  expect(43 * Math.log2(62)).toBeGreaterThan(256);
  expect(tokenSha256).toEqual(sha256(token));
  expect(newCheckoutToken().token).not.toBe(token);
});
