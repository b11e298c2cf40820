import { test } from "../support/browser/neighbour";
import { expectOwnScriptsOnly, policiesOf } from "../support/browser/policies";
import { expectSaidBesideFields } from "../support/browser/screens";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { isRefusal, Visit } from "../support/screens/screen";
import { expectGoodEverywhere } from "./support/everywhere";

const STUDENTS = [...PORTAL_SCREENS, ...HOSTED_SCREENS];

for (const screen of [...STUDENTS, ...OTHER_SCREENS])
  test(`${screen.name}: good in every look, and scripts of its own only`, async ({
    page,
    api,
    provider,
    neighbour,
    watch,
    baseURL,
  }) => {
    const visit = new Visit(page, api, provider, neighbour, watch);
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
