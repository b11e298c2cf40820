import { expect, type Frame, type Page } from "@playwright/test";
import { findingsOf, show } from "../../support/browser/axe";
import { wideElements } from "../../support/browser/layout";
import { problemsOfText, topOfStep } from "./layout";

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

/** A step in the portal's frame, which has its title above. */
const TITLED_ABOVE = 'main[data-place="portal"]:is([data-state="bank"], [data-state="check"])';

/** One heading of the first level on each page, and nothing for axe, in light and dark, at each width; no sideways scroll. */
export async function expectGoodInEveryLook(page: Page, baseURL: string): Promise<void> {
  for (const frame of ourFrames(page, baseURL))
    await expect(frame.getByRole("heading", { level: 1 }), frame.url()).toHaveCount(
      (await frame.locator(TITLED_ABOVE).count()) === 0 ? 1 : 0,
    );
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    for (const scheme of SCHEMES) {
      await show(page, scheme);
      expect(await findingsOf(page), `axe at ${width} px, ${scheme}`).toEqual([]);
    }
    for (const frame of ourFrames(page, baseURL))
      expect(await wideElements(frame), `${width} px wide`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** On a phone, what stands above a step's first answer leaves room for it, in a sandbox too. */
export async function expectStepOnPhone(
  page: Page,
  { asksBelow }: { asksBelow: number | null },
): Promise<void> {
  await page.setViewportSize({ width: 390, height: 664 });
  const { title, answer: top, isFrame } = await page.evaluate(topOfStep);
  // The portal's own frame is the last.
  const inFrame = isFrame ? await page.frames().at(-1)!.evaluate(topOfStep) : null;
  const answer = inFrame === null ? top : top! + (inFrame.answer ?? 0);
  expect(title, "the lower edge of the title").toBeLessThanOrEqual(160);
  if (asksBelow !== null && answer !== null)
    expect(answer, "the upper edge of the first answer").toBeLessThan(asksBelow);
}

/** Answers of any length, what is searched for among them, and one of nineteen characters: with letters of twice the size they scroll in their box on a phone. */
const TOO_LONG = ["card-number", "email", "accountName", "docs-query"];

/** Usual text on the narrowest phone, and twice its size in a wide window and on a phone: nothing scrolls sideways or is cut off. */
export async function expectRoomForLargeText(page: Page, baseURL: string): Promise<void> {
  const setSize = async (size: string) => {
    for (const frame of ourFrames(page, baseURL))
      await frame.evaluate((text) => {
        document.documentElement.style.fontSize = text;
      }, size);
  };
  for (const [width, size] of [
    [320, ""],
    [1280, "200%"],
    [640, "200%"],
    [390, "200%"],
    [320, "200%"],
  ] as const) {
    await page.setViewportSize({ width, height: HEIGHT });
    await setSize(size);
    await show(page, "light");
    for (const frame of ourFrames(page, baseURL)) {
      const problems = await frame.evaluate(problemsOfText, width < 640 && size ? TOO_LONG : []);
      expect(problems, `${size || "usual"} text at ${width} px`).toEqual([]);
    }
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
