import { expectOwnScriptsOnly, policiesOf } from "../support/browser/policies";
import { expectSaidBesideFields } from "../support/browser/screens";
import { CARD_PAGE_SCREENS } from "../support/screens/card-page";
import { CONSOLE_SCREENS } from "../support/screens/console";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { isRefusal } from "../support/screens/screen";
import { SET_UP_SCREENS } from "../support/screens/set-up";
import { test } from "../support/screens/test";
import { expectGoodEverywhere } from "./support/everywhere";

const STUDENTS = [...PORTAL_SCREENS, ...HOSTED_SCREENS, ...CARD_PAGE_SCREENS];

for (const screen of [...STUDENTS, ...CONSOLE_SCREENS, ...SET_UP_SCREENS, ...OTHER_SCREENS])
  test(`${screen.name}: good in every look, own scripts`, async ({ visit, baseURL }) => {
    const { page } = visit;
    const policies = policiesOf(page, baseURL!);
    const open = async () => {
      await screen.open(visit);
      if (PORTAL_SCREENS.includes(screen) && isRefusal(screen)) await expectSaidBesideFields(page);
    };
    const isForStudents = STUDENTS.includes(screen);
    const isInPortal = PORTAL_SCREENS.includes(screen);
    await expectGoodEverywhere({ ...screen, open }, visit, baseURL!, { isForStudents, isInPortal });
    expectOwnScriptsOnly(policies);
  });
