import { expect } from "../../support/browser/test";
import { type Screen, titleFor, type Visit } from "../../support/screens/screen";
import { expectLargeTargets, expectSummaryFocused, expectVisibleFocus } from "./focus";
import {
  expectGoodInEveryLook,
  expectGoodInForcedColours,
  expectRoomForLargeText,
  expectStepOnPhone,
  expectStillness,
} from "./looks";

/**
 * Opens a screen once, and looks at it in every way that people do. The documentation is read, not pressed: its small
 * buttons keep to the 24 px of WCAG, which axe looks at.
 */
export async function expectGoodEverywhere(
  screen: Screen,
  visit: Visit,
  baseURL: string,
  { isForStudents, isInPortal = false }: { isForStudents: boolean; isInPortal?: boolean },
): Promise<void> {
  const { page, provider, watch } = visit;
  if (screen.fault) watch.expectFault(screen.fault);
  await screen.open(visit);
  const title = titleFor(screen, provider.name);
  await expect(page).toHaveTitle(title);
  if (String(title).startsWith("Error: ")) await expectSummaryFocused(page);
  // What went wrong, or has happened elsewhere, stands above the answers.
  const isPushedDown =
    String(title).startsWith("Error: ") || screen.fault !== undefined || screen.isTold === true;
  if (isInPortal) await expectStepOnPhone(page, { asksBelow: isPushedDown ? null : 420 });
  await expectGoodInEveryLook(page, baseURL);
  await expectRoomForLargeText(page, baseURL);
  await expectGoodInForcedColours(page);
  await expectStillness(page, baseURL);
  if (isForStudents) await expectLargeTargets(page, baseURL);
  await expectVisibleFocus(page);
}
