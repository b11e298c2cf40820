import { expect, type Frame, type Page } from "@playwright/test";

/** The narrowest window that a page must fit, in CSS pixels. WCAG 1.4.10. */
const NARROW = { width: 320, height: 640 };

/** At 320 px nothing reaches beyond the window, nor beyond a frame's. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(NARROW);
  for (const frame of page.frames()) expect(await wideElements(frame), frame.url()).toEqual([]);
  if (before) await page.setViewportSize(before);
}

/** The elements that make a frame scroll sideways; the frame itself where none can be named. */
export function wideElements(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll("body *")].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    const named = wide.map(({ tagName, id, className }) => `${tagName.toLowerCase()}#${id}.${className}`);
    return [`${scrollWidth} px wide in a window of ${clientWidth} px`, ...named];
  });
}
