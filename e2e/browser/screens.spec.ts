import { expectAccessible } from "../support/browser/axe";
import { expectNoSidewaysScroll } from "../support/browser/layout";
import { test } from "../support/browser/neighbour";
import { expectOwnScriptsOnly, policiesOf } from "../support/browser/policies";
import { expectSaidBesideFields } from "../support/browser/screens";
import { expect } from "../support/browser/test";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { isRefusal, titleFor, Visit } from "../support/screens/screen";

/**
 * One of each kind is enough to see what a change breaks: these are long, or what another screen is in other words.
 * e2e/looks goes through all of them, by these promises and more.
 */
const LEFT_TO_LOOKS = [
  ...["how to pay, nothing chosen", "how to pay, a plan of 104 payments"],
  ...["a plan under way, its payments to change", "details", "bank authority", "cancelled"],
  ...["details, an email address asked about", "card, the tries of an hour used up"],
  ...["card, after a plan in another window", "bank authority, after a card in another window"],
  ...["hosted, a BSB asked about once more"],
  ...["hosted, the tries of an hour used up"],
  ...["card, processing", "card, still working", "card, without its capture script"],
  ...["done, the receipt being made", "done, the agreement being made"],
  ...["a new link, where none is sent", "an unknown enrolment"],
  ...["hosted, first step", "hosted, no answer", "hosted, second step unfolded"],
  ...["hosted, already confirmed", "hosted, expired", "hosted, cancelled"],
  ...["hosted in a frame, first step", "hosted in a frame, second step refused"],
  ...[
    "privacy",
    "refunds",
    "/p/nobody",
    "/docs",
    "/docs/states",
    "/docs/testing",
    "/docs/errors",
    "/docs/nothing",
    "/docs/search?q=idempotency",
  ],
  ...["/docs/reference", "/docs/reference/createCheckout", "/docs/reference/events", "/docs/problems"],
];

const ALL = [...PORTAL_SCREENS, ...HOSTED_SCREENS, ...OTHER_SCREENS];

test("what is left to looks are screens", () => {
  for (const name of LEFT_TO_LOOKS) expect(ALL.map((screen) => screen.name)).toContain(name);
});

for (const screen of ALL.filter(({ name }) => !LEFT_TO_LOOKS.includes(name)))
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
    expectOwnScriptsOnly(policies);
  });
