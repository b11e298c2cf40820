import AxeBuilder from "@axe-core/playwright";
import { expect, type Frame, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds on the page as it stands, frames included: one line for each element. */
export async function findingsOf(page: Page): Promise<string[]> {
  return linesOf(
    new AxeBuilder({ page }).withTags(TAGS).options({ rules: { "target-size": { enabled: true } } }),
  );
}

async function linesOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary?.replace(/\s+/g, " ")}`),
  );
}

/** A colour that is on its way from one scheme to the other has neither's contrast, be the way ever so short. */
async function settle(): Promise<void> {
  const nextFrame = () => new Promise(requestAnimationFrame);
  await document.fonts.ready;
  await nextFrame();
  // What is inside of a closed part is not drawn, and its transitions never end.
  const isDrawn = ({ effect }: Animation) =>
    effect instanceof KeyframeEffect && effect.target?.checkVisibility() === true;
  const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition && isDrawn(one));
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  await nextFrame();
}

/** Nothing for axe to find, in light and in dark; the two differ in nothing but their colours. */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, "light");
  expect(await findingsOf(page), "axe, light").toEqual([]);
  await show(page, "dark");
  expect(await linesOf(new AxeBuilder({ page }).withRules(["color-contrast"])), "axe, dark").toEqual([]);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** A frame that is not shown is not drawn, and waits for ever to be. */
async function isShown(frame: Frame): Promise<boolean> {
  return frame.parentFrame() === null || (await frame.frameElement()).isVisible();
}

/** Shows the page in one of its colour schemes, and waits until it stands still. */
export async function show(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  for (const frame of page.frames()) if (await isShown(frame)) await frame.evaluate(settle);
}
