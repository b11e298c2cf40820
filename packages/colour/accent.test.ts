import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accentFault, accentStyles, GROUNDS, MAX_CHROMA_AT_NIGHT, TINT_SHARE, tonesOf } from "./accent";
import { type Colour, contrast, mix, worstContrast } from "./contrast";
import { PALETTE } from "./palette";

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): Colour => `#${value.toString(16).padStart(6, "0")}`);
const goodAccent = anyColour.filter((colour) => accentFault(colour) === null);
const css = readFileSync("app/globals.css", "utf8");
/** The light and the dark value of a role. */
const inCss = (name: string) =>
  new RegExp(`--color-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css)?.slice(1);

describe("contrast", () => {
  it.each([
    ["#ffffff", "#000000", 21],
    ["#777777", "#ffffff", 4.48],
    ["#1b4f8f", "#ffffff", 8.15],
    ["#123456", "#123456", 1],
  ] as const)("of %s on %s is %d", (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 1);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

describe("a provider's accent", () => {
  it("is measured on the very colours of the pages", () => {
    for (const [name, colour] of Object.entries(PALETTE.light))
      expect(inCss(name), name).toEqual([colour, PALETTE.dark[name as keyof typeof PALETTE.dark]]);
    expect(css).toContain(
      `color-mix(in srgb, var(--color-accent) ${TINT_SHARE * 100}%, var(--color-surface))`,
    );
  });

  it.each(["#1B4F8F", "#1b4f8f", "#000000", "#8B1E3F", "#0F6B43", "#6B2FA0"])("%s is taken", (colour) => {
    expect(accentFault(colour)).toBeNull();
  });

  it.each(["#F5C400", "#FF0000", "#767676", "#FFFFFF"])(
    "%s is refused with its contrast and a darker one",
    (colour) => {
      const fault = accentFault(colour)!;
      expect(fault).toMatch(
        /^as text its contrast is \d+(\.\d+)?:1 and 4\.5:1 is the least\. Take a darker one, /,
      );
      expect(accentFault(/#[0-9A-F]{6}/.exec(fault)![0])).toBeNull();
    },
  );

  it.each(["1B4F8F", "#fff", "blue", "#1B4F8G", "#1B4F8F00", ""])('"%s" is no colour', (text) => {
    expect(accentFault(text)).toMatch(/#RRGGBB/);
  });

  it("is refused exactly where text of it is not readable on some ground of the page", () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const grounds = [...Object.values(GROUNDS.light), mix(colour, TINT_SHARE, GROUNDS.light.surface)];
        expect(accentFault(colour) === null).toBe(worstContrast(colour, grounds) >= 4.5);
      }),
    );
  });

  it("of any colour that is taken is readable in light and dark, and so is the text on it, under the pointer too", () => {
    fc.assert(
      fc.property(goodAccent, (colour) => {
        const tones = tonesOf(colour);
        expect(tones.light.accent).toBe(colour);
        for (const scheme of ["light", "dark"] as const) {
          const { accent, onAccent } = tones[scheme];
          const strong = mix(accent, 0.65, PALETTE[scheme].text);
          const grounds = [
            ...Object.values(GROUNDS[scheme]),
            mix(accent, TINT_SHARE, GROUNDS[scheme].surface),
          ];
          for (const tone of [accent, strong]) {
            expect(worstContrast(tone, grounds)).toBeGreaterThanOrEqual(4.5);
            expect(contrast(onAccent, tone)).toBeGreaterThanOrEqual(4.5);
          }
          const { muted } = PALETTE[scheme];
          expect(contrast(muted, mix(accent, TINT_SHARE, GROUNDS[scheme].surface))).toBeGreaterThanOrEqual(
            4.5,
          );
        }
      }),
    );
  });

  it("is a calmer tone in the dark", () => {
    fc.assert(
      fc.property(goodAccent, (colour) => {
        const parts = [1, 3, 5].map((at) =>
          Number.parseInt(tonesOf(colour).dark.accent.slice(at, at + 2), 16),
        );
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThanOrEqual(MAX_CHROMA_AT_NIGHT + 1);
      }),
    );
  });

  it("becomes the pages' custom properties, in light and in dark", () => {
    const night = "{ --color-accent: #86aad6; --color-on-accent: #0e141c; }";
    expect(accentStyles("#1b4f8f")).toBe(`html:root { --color-accent: #1b4f8f; --color-on-accent: #ffffff; }
@media screen and (prefers-color-scheme: dark) {
  html:root:where(:not([data-theme])) ${night}
}
@media screen {
  html:root:where([data-theme="dark"]) ${night}
}
.scheme-light { --color-background: #f8f9fb; --color-surface: #ffffff; --color-text: #16202e; --color-divider: #d5dbe3; --color-accent: #1b4f8f; --color-accent-strong: #1b4f8f; --color-on-accent: #ffffff; }
.scheme-dark { --color-background: #0e141c; --color-surface: #161e29; --color-text: #eaf0f7; --color-divider: #2c3847; --color-accent: #86aad6; --color-accent-strong: #86aad6; --color-on-accent: #0e141c; }
`);
  });
});
