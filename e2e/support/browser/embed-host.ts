import type { Page } from "@playwright/test";
import { held } from "./held";
import type { Neighbour } from "./neighbour";

/** What a page of another site was told by the script, in order. */
export interface Told {
  name: string;
  code?: string;
}

const CALLBACKS = ["onReady", "onAuthorised", "onCancelled", "onExpired", "onError"];

/** Run in a page: from then on its timers of a second and more never end. */
export const ENDLESS =
  "const start = setTimeout; window.setTimeout = (run, ms, ...more) => (ms >= 1000 ? 0 : start(run, ms, ...more));";

/** The policy of a careful site: nothing of its own but files, and of ours no more than the guide asks for. */
const strictPolicy = (ours: string, framed = ours) =>
  `default-src 'none'; script-src 'self' ${ours}; frame-src ${framed}; connect-src 'self'; img-src data:; base-uri 'none'; require-trusted-types-for 'script'`;

/**
 * Serves a page of another site that calls `ProviderCheckout.embed` as a provider would, with each callback noted, and
 * gives its path. Its policy is strict: nothing here may need more.
 */
export function hostPage(
  neighbour: Neighbour,
  ours: string,
  {
    setupUrl,
    options = {},
    framed = ours,
    patience = "endless",
  }: {
    setupUrl: string;
    options?: Record<string, unknown>;
    /** What its policy lets it frame. */
    framed?: string;
    /** How long the script waits for a frame: seconds as it ships, which a busy machine may use up by itself. */
    patience?: "endless" | "as shipped";
  },
): string {
  const script = `
    window.told = [];
    const listed = ${JSON.stringify(CALLBACKS)}.map((name) => [
      name,
      (fault) => told.push(fault ? { name, code: fault.code } : { name }),
    ]);
    window.options = ${JSON.stringify({ setupUrl, container: "#bank", ...options })};
    window.embed = ProviderCheckout.embed({ ...options, ...Object.fromEntries(listed) });
  `;
  const wait = patience === "endless" ? ENDLESS : "";
  neighbour.serveFile("patience.js", wait, { "Content-Type": "text/javascript" });
  neighbour.serveFile("page.js", script, { "Content-Type": "text/javascript" });
  return neighbour.serve(
    "enrol",
    `<main><h1>Pay your fees</h1><div id="bank"></div><p>After the frame</p></main>
    <script src="/patience.js"></script>
    <script src="${ours}/embed/v1.js"></script>
    <script src="/page.js"></script>`,
    { "Content-Security-Policy": strictPolicy(ours, framed) },
  );
}

/** What such a page has been told so far. */
export const toldTo = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** The frame as the page shows it; null while it is hidden. */
export const frameOf = (page: Page) => page.locator('iframe[title="Direct Debit Request"]');

/** The height of the frame and of the body in it, in CSS pixels. */
export async function heightsOf(page: Page): Promise<[number, number]> {
  const frame = await frameOf(page).evaluate((element) => element.clientHeight);
  const body = await page
    .frameLocator("iframe")
    .locator("body")
    .evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
  return [frame, body];
}

/** Keeps the hosted page from answering until what is returned is called. */
export async function holdHostedPage(page: Page): Promise<() => void> {
  const answer = held();
  await page.route("**/api/dd-setup*", async (route) => {
    await answer.until;
    await route.continue();
  });
  return answer.release;
}
