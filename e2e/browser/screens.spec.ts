import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe";
import { expectNoSidewaysScroll } from "../support/browser/layout";
import { test } from "../support/browser/neighbour";
import { expectSaidBesideFields } from "../support/browser/screens";
import { expect } from "../support/browser/test";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { isRefusal, titleFor, Visit } from "../support/screens/screen";

/** The long pages of the documentation take axe a while: one of each kind is enough to see what a change breaks. */
const LEFT_TO_LOOKS = [
  "/docs",
  "/docs/testing",
  "/docs/errors",
  "/docs/reference",
  "/docs/reference/events",
  "/docs/problems",
];

const SCREENS = [...PORTAL_SCREENS, ...HOSTED_SCREENS, ...OTHER_SCREENS].filter(
  ({ name }) => !LEFT_TO_LOOKS.includes(name),
);

for (const screen of SCREENS)
  test(`${screen.name}: nothing for axe, no sideways scroll, and scripts of its own only`, async ({
    page,
    api,
    provider,
    neighbour,
    watch,
    baseURL,
  }) => {
    if (screen.fault) watch.expectFault(screen.fault);
    const policies = policiesOf(page, baseURL!);
    await screen.open(new Visit(page, api, provider, neighbour, watch));
    await expect(page).toHaveTitle(titleFor(screen, provider.name));
    if (PORTAL_SCREENS.includes(screen) && isRefusal(screen)) await expectSaidBesideFields(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expect(policies.length).toBeGreaterThan(0);
    for (const policy of policies) {
      expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{20,}'(;|$)/);
      expect(policy).not.toMatch(/unsafe|(?<!:)\*/);
    }
  });

/** The policies of every page of ours that is opened from now on. */
function policiesOf(page: Page, baseURL: string): string[] {
  const policies: string[] = [];
  page.on("response", (response) => {
    const isPage = response.headers()["content-type"]?.startsWith("text/html");
    if (isPage && response.url().startsWith(baseURL) && response.request().isNavigationRequest())
      policies.push(response.headers()["content-security-policy"] ?? `none at ${response.url()}`);
  });
  return policies;
}
