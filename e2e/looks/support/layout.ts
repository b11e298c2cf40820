// Each function here is run inside a page: it stands alone.

/** Sideways scroll, and text that is cut off by the box around it or by its own; not what stands in a field of `scrolling`. */
export function problemsOfText(scrolling: readonly string[]): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const problems = scrollWidth > clientWidth ? [`${scrollWidth} px in ${clientWidth} px`] : [];
  const paint = document.createElement("canvas").getContext("2d")!;
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const { overflowX, overflowY, position } = getComputedStyle(element);
    // Text for screen readers only is a box of one pixel.
    const isHidden = position === "absolute" && element.offsetWidth <= 1;
    if (isHidden || scrolling.includes(element.id) || !element.checkVisibility()) continue;
    const cuts = (overflow: string) => overflow === "hidden" || overflow === "clip";
    const isCut =
      (cuts(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (cuts(overflowY) && element.scrollHeight > element.clientHeight + 1);
    if (isCut) problems.push(`cut off: ${element.outerHTML.slice(0, 120)}`);
    // A choice is drawn on one line, and shows less than it holds without saying so.
    const chosen = element instanceof HTMLSelectElement ? element.selectedOptions[0]?.text : undefined;
    if (chosen !== undefined || element instanceof HTMLButtonElement) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(element);
      paint.font = font;
      const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const isShort = chosen !== undefined && paint.measureText(chosen).width > room;
      if (isShort || element.scrollWidth > element.clientWidth + 1)
        problems.push(`does not fit: ${element.outerHTML.slice(0, 120)}`);
    }
  }
  return problems;
}

/**
 * Where a step's title ends and its first answer begins, in CSS pixels from the top of the page; null where nothing is
 * asked, or where a frame leaves the title to the page around it. A declaration stands below what it is about. A frame is
 * where its own page begins.
 */
export function topOfStep(): { title: number | null; answer: number | null; isFrame: boolean } {
  const below = (element: Element, edge: "top" | "bottom") =>
    Math.round(element.getBoundingClientRect()[edge] + window.scrollY);
  const answers = document.querySelectorAll(
    "main input:not([type=hidden], [type=checkbox]), main select, main textarea, main iframe",
  );
  const first = [...answers].find((answer) => answer.checkVisibility());
  const heading = document.querySelector("main h1");
  return {
    title: heading && below(heading, "bottom"),
    answer: first ? below(first, "top") : null,
    isFrame: first instanceof HTMLIFrameElement,
  };
}

/** Controls that a thumb would miss: lower than 48 px. A box or a dot is as large as its label. */
export function smallTargets(): string[] {
  const LEAST = 48;
  const controls = document.querySelectorAll<HTMLElement>(
    "main button, main input:not([type=hidden]), main select, main summary, main a[class*=min-h-12]",
  );
  return [...controls].flatMap((control) => {
    if (!control.checkVisibility()) return [];
    const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
    const boxes = [control, ...labels, ...labels.map((label) => label.parentElement!)];
    const height = Math.max(...boxes.map((box) => box.getBoundingClientRect().height));
    return height >= LEAST - 0.5 ? [] : [`${height} px: ${control.outerHTML.slice(0, 120)}`];
  });
}

/**
 * What has the focus and does not show it by an outline of 2 px or more in a colour that stands out, or null; undefined
 * where nothing has the focus.
 */
export function hiddenFocus(): string | null | undefined {
  const element = document.activeElement;
  if (element === document.body) return undefined;
  if (!element || element instanceof HTMLIFrameElement) return null;
  // A date has stops of its own inside of it, which the browser marks.
  if (element.matches("input[type=date]:not(:focus-visible)")) return null;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true })!;
  const luminanceOf = (colour: string): number => {
    paint.fillStyle = "#fff";
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...paint.getImageData(0, 0, 1, 1).data].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [ring, ground] = [outlineColor, getComputedStyle(document.body).backgroundColor].map(luminanceOf) as [
    number,
    number,
  ];
  const contrast = (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05);
  const isSeen = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2 && contrast >= 3;
  return isSeen
    ? null
    : `${outlineStyle} ${outlineWidth} ${outlineColor}: ${element.outerHTML.slice(0, 120)}`;
}
