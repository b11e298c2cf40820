import { test } from "../support/browser/kept-mail";
import { KEPT_MAIL_SCREENS } from "../support/screens/other";
import { Visit } from "../support/screens/screen";
import { expectGoodEverywhere } from "./support/everywhere";

for (const screen of KEPT_MAIL_SCREENS)
  test(`${screen.name}: good in every look`, async ({ page, api, provider, neighbour, watch, baseURL }) => {
    const visit = new Visit(page, api, provider, neighbour, watch);
    await expectGoodEverywhere(screen, visit, baseURL!, { isForStudents: false });
  });
