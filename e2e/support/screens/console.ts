import { findProvider } from "../../../lib/db/providers";
import { expect } from "../browser/test";
import { database } from "../provider";
import { addMember, linkFor, member, PASSWORD } from "../staff";
import { at, refused, type Screen, screen, type Visit } from "./screen";

const TITLE = {
  signIn: "Sign in – Console",
  invitation: "Choose a password – Console",
  account: "Your account – Console",
};

async function signIn(visit: Visit): Promise<void> {
  const { page, provider } = visit;
  const { id: providerId } = (await findProvider(database(), provider.code))!;
  // A screen may be opened several times.
  if (!(await page.context().cookies()).some(({ name }) => name === "console")) {
    const { email } = await member({ providerId, role: "support" });
    await page.goto("/console/sign-in");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveTitle("Enrolments – Console");
  }
}

/** What staff see. */
export const CONSOLE_SCREENS: readonly Screen[] = [
  screen("console, sign-in, refused", `Error: ${TITLE.signIn}`, async (visit) => {
    await visit.page.goto("/console/sign-in");
    await refused(visit, "Sign in");
  }),
  at("console, a code to enter", "Enter your code – Console", "/console/sign-in/code"),
  at("console, a forgotten password", "Forgotten password – Console", "/console/reset"),
  at(
    "console, an invitation",
    TITLE.invitation,
    async () => `/console/invitation?token=${await linkFor(await addMember("operator"))}`,
  ),
  at("console, an invitation that has ended", TITLE.invitation, "/console/invitation?token=x"),
  screen("console, a provider's home", "Enrolments – Console", async (visit) => {
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}`);
  }),
  screen("console, no provider", "Providers – Console", async ({ page }) => {
    const { email } = await member(null);
    await page.context().clearCookies();
    await page.goto("/console/sign-in");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("You have no role at any provider now.")).toBeVisible();
  }),
  screen("console, the account", TITLE.account, async (visit) => {
    await signIn(visit);
    await visit.page.goto("/console/account");
  }),
  screen("console, an authenticator app to set up", TITLE.account, async (visit) => {
    const { page } = visit;
    await signIn(visit);
    await page.goto("/console/account");
    if (await page.getByRole("button", { name: "Set it up" }).isVisible()) {
      await page.getByLabel("Your password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set it up" }).click();
    }
    await expect(page.getByRole("button", { name: "Turn it on" })).toBeVisible();
  }),
];
