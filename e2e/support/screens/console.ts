import { eq } from "drizzle-orm";
import { dda, staff, staffPasskey, webhookEndpoint } from "../../../drizzle/schema";
import type { StaffRole } from "../../../drizzle/vocabulary";
import { findProvider } from "../../../lib/db/providers";
import { addView } from "../../../lib/db/saved-views";
import { findActs } from "../../../lib/db/staff-acts";
import { type Id, newId } from "../../../lib/domain/ids";
import { nextBusinessDay } from "../../../packages/dates/business-days";
import { recordHold } from "../acts";
import { daysAhead } from "../bodies";
import { planAuthorised, planCollected, TOO_LITTLE_MONEY, wait } from "../browser/enrolment";
import { expect } from "../browser/test";
import { database } from "../provider";
import { authorisedPlan, confirmedPlan, IN_STATUS, payNow, startedPlan } from "../scenes";
import { addMember, linkFor, member, PASSWORD } from "../staff";
import { makeEndpoint } from "../webhooks";
import { at, refused, type Screen, screen, type Visit } from "./screen";

const TITLE = {
  attention: "Needs attention – Console",
  signIn: "Sign in – Console",
  invitation: "Choose a password – Console",
  account: "Your account – Console",
};

export async function signIn(visit: Visit, role: StaffRole = "support"): Promise<void> {
  const { page, provider } = visit;
  const { id: providerId } = (await findProvider(database(), provider.code))!;
  // A screen may be opened several times.
  if (!(await page.context().cookies()).some(({ name }) => name === "console")) {
    const { email } = await member({ providerId, role });
    await page.goto("/console/sign-in");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveTitle(TITLE.attention);
  }
}

/** The name on the account's page. */
async function whoIs({ page }: Visit): Promise<string> {
  await page.goto("/console/account");
  return page.getByRole("main").locator("strong").first().innerText();
}

/** Where no script may run, what looks at the screen may neither. */
const withTestScripts = ({ page }: Visit) =>
  page.route("**/student", async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"]?.replace("sandbox allow-same-origin", "");
    await route.fulfill({
      response,
      headers: { ...response.headers(), "content-security-policy": policy ?? "" },
    });
  });

/** A signed plan at which staff did something, with each outcome. */
async function withActs({ api, provider }: Visit) {
  const { id } = await confirmedPlan(api, provider);
  const at = (await findProvider(database(), provider.code))!;
  for (const how of ["asked", "refused", "done"] as const) await recordHold(at, id, how);
  const [last] = await findActs(database(), at.id, { before: 1_000 }, 1);
  return { checkoutId: id, actId: last!.act.actId };
}

/** What staff see. */
export const CONSOLE_SCREENS: readonly Screen[] = [
  screen("console, sign-in, refused", `Error: ${TITLE.signIn}`, async (visit) => {
    await visit.page.goto("/console/sign-in");
    await refused(visit, "Sign in");
  }),
  at("console, a code to enter", "Enter your code – Console", "/console/sign-in/code"),
  at("console, a forgotten password", "Forgotten password – Console", "/console/reset"),
  at("console, a new password asked for", "Forgotten password – Console", "/console/reset?asked=yes"),
  at(
    "console, an invitation",
    TITLE.invitation,
    async () => `/console/invitation?token=${await linkFor(await addMember("operator"))}`,
  ),
  at("console, an invitation that has ended", TITLE.invitation, "/console/invitation?token=x"),
  screen("console, nothing needs attention", TITLE.attention, async (visit) => {
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/attention`);
  }),
  screen("console, what needs attention", TITLE.attention, async (visit) => {
    const { api, provider } = visit;
    const { id } = await authorisedPlan(api, provider);
    await database()
      .update(dda)
      .set({ authorisedAt: new Date(Date.now() - 2 * 86_400_000) })
      .where(eq(dda.checkoutId, id as Id<"chk">));
    const { endpoint_id } = await makeEndpoint(api);
    await database()
      .update(webhookEndpoint)
      .set({ failingSince: new Date(Date.now() - 3_600_000) })
      .where(eq(webhookEndpoint.id, endpoint_id));
    await signIn(visit);
    await visit.page.goto(`/console/${provider.code}/attention`);
  }),
  screen("console, a provider's home", "Enrolments – Console", async (visit) => {
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}`);
  }),
  screen("console, students in every state", "Enrolments – Console", async (visit) => {
    for (const scene of Object.values(IN_STATUS)) await scene(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}`);
  }),
  screen("console, saved views, and a page of another list", "Enrolments – Console", async (visit) => {
    const { id: providerId } = (await findProvider(database(), visit.provider.code))!;
    const staffId = newId("stf");
    for (const name of ["Signed, oldest first", "x".repeat(60)])
      await addView(database(), { providerId, name, query: "sort=oldest", staffId });
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}?sort=changed&before=x`);
  }),
  screen("console, a view to save", "Save this view – Console", async (visit) => {
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}?status=Confirmed&sort=oldest`);
    await visit.page.getByRole("link", { name: "Save this view" }).click();
  }),
  screen("console, nothing found", "Enrolments – Console", async (visit) => {
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}?q=57.69&status=Confirmed`);
  }),
  screen("console, a signed plan", /^Amelia Nguyen, .* – Console$/, async (visit) => {
    const { id } = await confirmedPlan(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}`);
  }),
  screen(
    "console, what the student sees",
    /^What the student sees: Amelia Nguyen – Console$/,
    async (visit) => {
      const { checkoutId } = await planAuthorised(visit.api, visit.provider);
      await signIn(visit, "viewer");
      await withTestScripts(visit);
      await visit.page.goto(`/console/${visit.provider.code}/checkouts/${checkoutId}`);
      await visit.page.getByRole("link", { name: "See what the student sees" }).click();
    },
  ),
  screen("console, a student who sees no page", /^What the student sees: .* – Console$/, async (visit) => {
    const { id } = await startedPlan(visit.api, visit.provider);
    await signIn(visit, "viewer");
    await withTestScripts(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/student`);
  }),
  screen("console, a checkout to cancel", "Cancel the checkout – Console", async (visit) => {
    const { id } = await startedPlan(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/cancel`);
  }),
  screen("console, a refund to grant", "Grant a refund – Console", async (visit) => {
    const { id } = await payNow(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/refund_grant`);
  }),
  screen("console, a refund to grant, refused", "Error: Grant a refund – Console", async (visit) => {
    const { id } = await payNow(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/refund_grant?amount=x`);
  }),
  screen("console, a note, refused", "Error: Add a note – Console", async (visit) => {
    const { id } = await startedPlan(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/note`);
    await refused(visit, "Add a note");
  }),
  screen("console, an action that cannot be taken", "Cancel the checkout – Console", async (visit) => {
    const { id } = await payNow(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}/cancel`);
  }),
  screen("console, a pause without a date", "Error: Pause the debits – Console", async (visit) => {
    const { checkoutId } = await planCollected(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${checkoutId}/pause?until=`);
  }),
  screen("console, what another date changes", "Move a payment – Console", async (visit) => {
    const { checkoutId } = await planCollected(visit.api, visit.provider);
    await signIn(visit);
    const query = new URLSearchParams({ number: "26", date: nextBusinessDay(daysAhead(400)) });
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${checkoutId}/move?${query}`);
  }),
  screen("console, a plan with a debit that failed", /^Amelia Nguyen, .* – Console$/, async (visit) => {
    await planCollected(visit.api, visit.provider, TOO_LITTLE_MONEY);
    await wait(visit.api, 20);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}`);
    await visit.page.getByRole("link", { name: "Amelia Nguyen" }).click();
  }),
  screen("console, a card payment", /^Amelia Nguyen, .* – Console$/, async (visit) => {
    const { id } = await payNow(visit.api, visit.provider);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${id}`);
  }),
  screen("console, a checkout where staff did something", /^Amelia Nguyen, .* – Console$/, async (visit) => {
    const { checkoutId } = await withActs(visit);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/checkouts/${checkoutId}`);
  }),
  screen("console, the audit log", "Audit log – Console", async (visit) => {
    await withActs(visit);
    await signIn(visit, "admin");
    await visit.page.goto(`/console/${visit.provider.code}/audit`);
  }),
  screen("console, a receipt", "Put the plan on hold, receipt – Console", async (visit) => {
    const { actId } = await withActs(visit);
    await signIn(visit);
    await visit.page.goto(`/console/${visit.provider.code}/acts/${actId}`);
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
  screen("console, a passkey", TITLE.account, async (visit) => {
    const { page } = visit;
    await signIn(visit);
    const [me] = await database()
      .select()
      .from(staff)
      .where(eq(staff.name, await whoIs(visit)));
    const passkey = { publicKey: "", counter: 0, deviceType: "singleDevice", backedUp: false };
    const id = newId("stf");
    await database()
      .insert(staffPasskey)
      .values({ id, credentialId: id, staffId: me!.id, name: "A phone of the office", ...passkey });
    await page.reload();
    await expect(page.getByRole("button", { name: "Remove the passkey" })).toBeVisible();
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
