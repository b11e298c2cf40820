import { expect, type Frame, type Page } from "@playwright/test";
import { findingsOf, show } from "../../support/browser/axe";
import { problemsOfText, sidewaysIn } from "./layout";

const WIDTHS = [320, 768, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 800;

/** The frames of a page that are ours: a provider's own page around one of them is not, nor a picture in one. */
export const ourFrames = (page: Page, baseURL: string): Frame[] =>
  page
    .frames()
    .filter(
      (frame) => frame.url().startsWith(baseURL) && !/\.svg\b/.test(frame.url()) && !frame.isDetached(),
    );

/** One heading of the first level in each frame, and nothing for axe, in light and dark, at each width; no sideways scroll. */
export async function expectGoodInEveryLook(page: Page, baseURL: string): Promise<void> {
  for (const frame of ourFrames(page, baseURL))
    await expect(frame.getByRole("heading", { level: 1 }), frame.url()).toHaveCount(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const scheme of SCHEMES) {
      await show(page, scheme);
      expect(await findingsOf(page), `axe at ${width} px, ${scheme}`).toEqual([]);
    }
    for (const frame of ourFrames(page, baseURL))
      expect(await frame.evaluate(sidewaysIn), `${width} px wide`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** Text of twice the size: nothing scrolls sideways and nothing is cut off, in a wide window and in one of half of it. */
export async function expectRoomForLargeText(page: Page, baseURL: string): Promise<void> {
  const setSize = async (size: string) => {
    for (const frame of ourFrames(page, baseURL))
      await frame.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
  };
  for (const width of [1280, 640]) {
    await page.setViewportSize({ width, height: HEIGHT });
    await setSize("200%");
    await show(page, "light");
    for (const frame of ourFrames(page, baseURL))
      expect(await frame.evaluate(problemsOfText), `200 % text at ${width} px`).toEqual([]);
  }
  await setSize("");
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** With the system's own colours axe still finds nothing. */
export async function expectGoodInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  expect(await findingsOf(page), "axe, forced colours").toEqual([]);
  await page.emulateMedia({ forcedColors: null });
}

/** Who asked for less motion sees none. */
export async function expectStillness(page: Page, baseURL: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const frame of ourFrames(page, baseURL)) {
    const moving = await frame.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          const target = (effect as KeyframeEffect).target;
          const long = Number(effect?.getComputedTiming().endTime) > 1;
          return playState === "running" && long && target?.checkVisibility();
        })
        .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 100)),
    );
    expect(moving, "what moves").toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
}
