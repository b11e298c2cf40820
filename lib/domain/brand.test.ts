import { expect, test } from "vitest";
import { brandOf } from "./brand";

const PLAIN = {
  code: "north-shore",
  accent: null,
  logoSha256: null,
  logoWidth: null,
  logoHeight: null,
  darkLogoSha256: null,
  darkLogoWidth: null,
  darkLogoHeight: null,
};
const LIGHT = { logoSha256: "0123456789abcdef".repeat(4), logoWidth: 640, logoHeight: 80 };
const DARK = { darkLogoSha256: "fedcba9876543210".repeat(4), darkLogoWidth: 400, darkLogoHeight: 80 };

test("a provider without a logo and an accent has neither", () => {
  expect(brandOf(PLAIN)).toEqual({ accent: null, logo: null });
});

test("a logo has an address of its own, and the size at which it is shown", () => {
  expect(brandOf({ ...PLAIN, accent: "#8b1e3f", ...LIGHT })).toEqual({
    accent: "#8b1e3f",
    logo: {
      src: "/p/north-shore/logo?v=0123456789abcdef",
      width: 256,
      height: 32,
      isWordmark: true,
      dark: null,
    },
  });
});

test("a logo for dark pages has another address and a size of its own", () => {
  expect(brandOf({ ...PLAIN, ...LIGHT, ...DARK }).logo?.dark).toEqual({
    src: "/p/north-shore/logo?scheme=dark&v=fedcba9876543210",
    width: 160,
    height: 32,
  });
});

test("a logo for dark pages does not stand alone", () => {
  expect(brandOf({ ...PLAIN, ...DARK }).logo).toBeNull();
});

test.each([
  [200, 80, true],
  [199, 80, false],
  [80, 80, false],
])("a logo of %d × %d px is a wordmark: %s", (logoWidth, logoHeight, isWordmark) => {
  expect(brandOf({ ...PLAIN, ...LIGHT, logoWidth, logoHeight }).logo?.isWordmark).toBe(isWordmark);
});
