import { expect, test } from "vitest";
import { brandOf } from "./brand";

const PLAIN = { code: "north-shore", accent: null, logoSha256: null, logoWidth: null, logoHeight: null };

test("a provider without a logo and an accent has neither", () => {
  expect(brandOf(PLAIN)).toEqual({ accent: null, logo: null });
});

test("a logo has an address of its own, and the size at which it is shown", () => {
  const logo = { logoSha256: "0123456789abcdef".repeat(4), logoWidth: 640, logoHeight: 80 };
  expect(brandOf({ ...PLAIN, accent: "#8b1e3f", ...logo })).toEqual({
    accent: "#8b1e3f",
    logo: { src: "/p/north-shore/logo?v=0123456789abcdef", width: 160, height: 20 },
  });
});

test("an accent that nobody could read is left out", () => {
  expect(brandOf({ ...PLAIN, accent: "#f5c400" }).accent).toBeNull();
});
