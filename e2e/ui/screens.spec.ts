import { test } from "../browser/support/neighbour";
import { expect } from "../browser/support/test";
import { expectLargeTargets, expectSummaryFocused, expectVisibleFocus } from "./support/focus";
import { HOSTED_SCREENS } from "./support/hosted-screens";
import {
  expectGoodInEveryLook,
  expectGoodInForcedColours,
  expectRoomForLargeText,
  expectStillness,
} from "./support/looks";
import { OTHER_SCREENS } from "./support/other-screens";
import { PORTAL_SCREENS } from "./support/portal-screens";
import { type Screen, titleFor, Visit } from "./support/screen";

/** The documentation is read, not pressed: its small buttons keep to the 24 px of WCAG, which axe looks at. */
const isForStudents = (screen: Screen) => !OTHER_SCREENS.includes(screen);

for (const screen of [...PORTAL_SCREENS, ...HOSTED_SCREENS, ...OTHER_SCREENS])
  test(`${screen.name}: good in every look`, async ({ page, api, provider, neighbour, watch, baseURL }) => {
    if (!isForStudents(screen)) test.slow();
    if (screen.fault) watch.expectFault(screen.fault);
    await screen.open(new Visit(page, api, provider, neighbour, watch));
    const title = titleFor(screen, provider.name);
    await expect(page).toHaveTitle(title);
    if (String(title).startsWith("Error: ")) await expectSummaryFocused(page);
    await expectGoodInEveryLook(page, baseURL!);
    await expectRoomForLargeText(page, baseURL!);
    await expectGoodInForcedColours(page);
    await expectStillness(page, baseURL!);
    if (isForStudents(screen)) await expectLargeTargets(page, baseURL!);
    await expectVisibleFocus(page);
  });
