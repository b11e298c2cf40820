import { expectAccessible } from "../support/browser/axe";
import { expectNoSidewaysScroll } from "../support/browser/layout";
import { expectOwnScriptsOnly, policiesOf } from "../support/browser/policies";
import { expectSaidBesideFields } from "../support/browser/screens";
import { expect } from "../support/browser/test";
import { CARD_PAGE_SCREENS } from "../support/screens/card-page";
import { CONSOLE_SCREENS } from "../support/screens/console";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { isRefusal, titleFor } from "../support/screens/screen";
import { SET_UP_SCREENS } from "../support/screens/set-up";
import { test } from "../support/screens/test";

/** One screen of each template, in the state that shows most of it. e2e/looks goes through all, by these promises and more. */
const ONE_OF_EACH = new Set([
  ...["courses", "terms", "details, refused", "how to pay, a plan refused", "card, refused", "checking"],
  ...["bank authority, the debits to check", "review, refused", "expired"],
  ...["done, plan signed", "the signed agreement as a page"],
  ...["your payments, one failed", "a payment to move, refused", "what a pause changes"],
  ...["hosted, first step refused", "hosted, second step refused", "hosted, done"],
  ...["console, sign-in, refused", "console, an authenticator app to set up"],
  ...["an emailed link, before its button is pressed", "/no/such/page", "/docs/problems/card_declined"],
]);

const SCREENS = [
  ...PORTAL_SCREENS,
  ...HOSTED_SCREENS,
  ...CARD_PAGE_SCREENS,
  ...CONSOLE_SCREENS,
  ...SET_UP_SCREENS,
  ...OTHER_SCREENS,
].filter(({ name }) => ONE_OF_EACH.has(name));

test("each name is a screen's", () => expect(SCREENS.length).toBe(ONE_OF_EACH.size));

for (const screen of SCREENS)
  test(`${screen.name}: good for axe, no sideways scroll, own scripts`, async ({ visit, baseURL }) => {
    const { page, provider, watch } = visit;
    if (screen.fault) watch.expectFault(screen.fault);
    const policies = policiesOf(page, baseURL!);
    await screen.open(visit);
    await expect(page).toHaveTitle(titleFor(screen, provider.name));
    if (PORTAL_SCREENS.includes(screen) && isRefusal(screen)) await expectSaidBesideFields(page);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    expectOwnScriptsOnly(policies);
  });
