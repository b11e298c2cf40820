import { REASON } from "../acting";
import { signIn } from "./console";
import { refused, type Screen, screen, type Visit } from "./screen";

/** A page of the set-up, as an admin sees it. */
const setUp = (
  name: string,
  title: string,
  path: string | ((visit: Visit) => Promise<string>),
  then: (visit: Visit) => Promise<void> = async () => {},
): Screen =>
  screen(`console, set-up, ${name}`, `${title} – Console`, async (visit) => {
    await signIn(visit, "admin");
    const to = typeof path === "string" ? path : await path(visit);
    await visit.page.goto(`/console/${visit.provider.code}/set-up${to}`);
    await then(visit);
  });

export const SET_UP_SCREENS: readonly Screen[] = [
  setUp("index", "Set up", ""),
  setUp("API keys", "API keys", "/keys"),
  setUp("a key to issue, refused", "Error: Issue an API key", "/keys/new/issue", (visit) =>
    refused(visit, "Issue an API key"),
  ),
  setUp("a key that was issued", "Issue an API key", "/keys/new/issue", async ({ page }) => {
    await page.getByLabel("Label").fill("Enrolment website");
    await page.getByLabel("Reason").fill(REASON);
    await page.getByRole("button", { name: "Issue an API key" }).click();
    await page.getByRole("link", { name: "I have copied it" }).waitFor();
  }),
];
