import { type BrowserContext, type BrowserContextOptions, test as base, expect } from "@playwright/test";
import type { Body } from "../bodies";
import { Api } from "../client";
import { sharedStack } from "../shared";
import { type College, makeCollege } from "./college";
import { chargedFor, checkoutsOf, makeEnrolment } from "./enrolment";
import { sharedBrowser } from "./shared-browser";
import { Student } from "./student";
import { Watch } from "./watch";

export { expect } from "@playwright/test";

interface Fixtures {
  /** A provider of the test's own with four courses, the first for $1,500.00. */
  provider: College;
  /** The API as that provider calls it. */
  api: Api;
  /** Who acts on the test's own page. */
  student: Student;
  /** An enrolment of $1,500.00 whose card page is open. */
  atCard: { home: string; charged(): Promise<number[]>; checkouts(): Promise<Body[]> };
  /**
   * Fails the test for an error on any page, a breach of the page's policy, or a request to another origin. A test
   * that means to cause one says so: `watch.expectFault(/404/)`, `watch.allowOrigin(origin)`.
   */
  watch: Watch;
  /** Another visitor, or the same in another browser: a context of its own, watched too. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  launchOptions: [async ({}, give) => give(sharedBrowser()), { scope: "worker" }],

  // biome-ignore lint/correctness/noEmptyPattern: as above
  baseURL: async ({}, give) => give(sharedStack().doors.server),

  // biome-ignore lint/correctness/noEmptyPattern: as above
  provider: async ({}, give) => give(await makeCollege()),

  api: async ({ baseURL, provider }, give) => give(new Api(baseURL!, provider.key)),

  student: async ({ page }, give) => give(new Student(page)),

  atCard: async ({ page, api, provider }, give) => {
    const { home, reference } = await makeEnrolment(provider, "card");
    await page.goto(home);
    await give({
      home,
      charged: () => chargedFor(api, reference),
      checkouts: () => checkoutsOf(api, reference),
    });
  },

  watch: async ({ baseURL }, give) => {
    const watch = new Watch(baseURL!);
    await give(watch);
    expect(watch.unexpected(), "nothing goes wrong on the pages").toEqual([]);
  },

  context: async ({ context, watch }, give) => {
    await watch.follow(context);
    await give(context);
  },

  openContext: async ({ browser, baseURL, watch }, give) => {
    const opened: BrowserContext[] = [];
    await give(async (options) => {
      const context = await browser.newContext({ baseURL, ...options });
      opened.push(context);
      await watch.follow(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});
