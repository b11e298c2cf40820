import { expect, test } from "vitest";
import { brandOf } from "./brand";

const PLAIN = {
  code: "north-shore",
  accent: null,
  logoSha256: null,
  logoWidth: null,
  logoHeight: null,
};
const LIGHT = { logoSha256: "0123456789abcdef".repeat(4), logoWidth: 640, logoHeight: 80 };

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
    },
  });
});

test.each([
  [200, 80, true],
  [199, 80, false],
  [80, 80, false],
])("a logo of %d × %d px is a wordmark: %s", (logoWidth, logoHeight, isWordmark) => {
  expect(brandOf({ ...PLAIN, ...LIGHT, logoWidth, logoHeight }).logo?.isWordmark).toBe(isWordmark);
});
