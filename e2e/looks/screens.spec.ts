import { test } from "../support/browser/neighbour";
import { HOSTED_SCREENS } from "../support/screens/hosted";
import { OTHER_SCREENS } from "../support/screens/other";
import { PORTAL_SCREENS } from "../support/screens/portal";
import { Visit } from "../support/screens/screen";
import { expectGoodEverywhere } from "./support/everywhere";

const STUDENTS = [...PORTAL_SCREENS, ...HOSTED_SCREENS];

for (const screen of [...STUDENTS, ...OTHER_SCREENS])
  test(`${screen.name}: good in every look`, async ({ page, api, provider, neighbour, watch, baseURL }) => {
    const visit = new Visit(page, api, provider, neighbour, watch);
    await expectGoodEverywhere(screen, visit, baseURL!, { isForStudents: STUDENTS.includes(screen) });
  });
