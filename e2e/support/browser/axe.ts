import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Frame, type Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What to look for, as axe takes it. */
type Rules = {
  runOnly: { type: "tag" | "rule"; values: string[] };
  rules?: Record<string, { enabled: boolean }>;
};

interface Axe {
  run(how: object): Promise<{
    violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[];
  }>;
}

const ALL: Rules = { runOnly: { type: "tag", values: TAGS }, rules: { "target-size": { enabled: true } } };
const CONTRAST: Rules = { runOnly: { type: "rule", values: ["color-contrast"] } };

/** The axe that its builder for Playwright brings along. */
const source = readFileSync(
  createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright")).resolve(
    "axe-core/axe.min.js",
  ),
  "utf8",
);

/** What axe finds on the page as it stands, frames included: one line for each element. */
export const findingsOf = (page: Page) => findings(page, ALL);

/** How long axe waits for a frame: for one that hangs alone. */
const HANGS_MS = 120_000;

/**
 * Axe looks at all frames together: some rules are about a frame in the page around it. The builder would give a frame
 * up that takes half a second to answer, and say nothing of it.
 */
async function findings(page: Page, rules: Rules): Promise<string[]> {
  for (const frame of page.frames()) {
    await load(frame);
    // Axe takes what is behind a frame for white; in another site it is the ground of the frame's scheme.
    await frame.evaluate(() => {
      const isTransparent = getComputedStyle(document.body).backgroundColor === "rgba(0, 0, 0, 0)";
      if (window !== window.parent && isTransparent) document.documentElement.style.background = "Canvas";
    });
  }
  return page.evaluate(
    async (how) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(how);
      return violations.flatMap(({ id, nodes }) =>
        nodes.map((node) => `${id}: ${node.target.join(" ")}: ${node.failureSummary?.replace(/\s+/g, " ")}`),
      );
    },
    { ...rules, resultTypes: ["violations"], pingWaitTime: HANGS_MS, frameWaitTime: HANGS_MS },
  );
}

/** Frames of other origins are to answer too. */
async function load(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => "axe" in window)) return;
  await frame.evaluate(`${source}; axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] });`);
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
  expect(await findings(page, CONTRAST), "axe, dark").toEqual([]);
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
