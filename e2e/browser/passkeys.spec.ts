import type { Page } from "@playwright/test";
import { takeAccess } from "../../lib/staff/colleagues";
import { test as base, expect } from "../support/browser/test";
import { madeOnce } from "../support/made-once";
import { database } from "../support/provider";
import { sharedSettings } from "../support/shared";
import { freePort, SERVER, start, untilAnswers } from "../support/stack";
import { type Member, member, PASSWORD } from "../support/staff";

/** A server beside the shared one, under a name: no passkey belongs to an IP address. */
const serverWithName = madeOnce(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = start([SERVER], { ...sharedSettings(), PORT: String(port), BASE_URL: url });
  await untilAnswers(`${url}/v1/environment`, server);
  return url;
});

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  baseURL: async ({}, give) => give(await serverWithName()),
});

/** A device that checks a fingerprint. */
async function addDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function signIn(page: Page, { email }: Member): Promise<void> {
  await page.goto("/console/sign-in?next=/console/account");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await press(page, "Sign in");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
}

async function addPasskey(page: Page, password = PASSWORD, name = "Work laptop"): Promise<void> {
  await page.getByLabel("Name of the new passkey").fill(name);
  await page.locator("#add_password").fill(password);
  await press(page, "Add a passkey");
}

async function signInByPasskey(page: Page, next = "/console/account"): Promise<void> {
  await page.goto(`/console/sign-in?next=${next}`);
  await press(page, "Sign in with a passkey");
}

async function signOut(page: Page): Promise<void> {
  await press(page, "Sign out");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in");
}

test("staff add a passkey, sign in with it alone, and remove it", async ({ page, provider }) => {
  const me = await member({ providerId: provider.id, role: "viewer" });
  await addDevice(page);
  await signIn(page, me);
  await addPasskey(page, "a wrong password");
  await expect(page.getByRole("main")).toContainText("This is not your password");
  await addPasskey(page, PASSWORD, "x".repeat(61));
  await expect(page.getByRole("main")).toContainText("Name must be 60 characters or fewer");
  await addPasskey(page, PASSWORD, "Work\u0007laptop");
  await expect(page.getByRole("main")).toContainText("Name must not have control characters");
  await addPasskey(page);
  const passkey = page.getByRole("listitem").filter({ hasText: "Work laptop, since" });
  await expect(passkey).toBeVisible();
  await signOut(page);

  await signInByPasskey(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account");
  const session = (await page.context().cookies()).find(({ name }) => name === "console");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });

  await page.locator("#remove_password").fill(PASSWORD);
  await press(page, "Remove the passkey");
  await expect(passkey).toHaveCount(0);
  await signOut(page);
  await signInByPasskey(page);
  await expect(page.getByRole("main")).toContainText("This passkey does not sign you in here.");
});

test("a passkey opens no provider to whoever has no role there any more", async ({
  page,
  provider,
  watch,
}) => {
  const me = await member({ providerId: provider.id, role: "viewer" });
  await addDevice(page);
  await signIn(page, me);
  await addPasskey(page);
  await expect(page.getByText("Work laptop, since")).toBeVisible();
  await takeAccess(database(), me.id, provider.id);
  await signInByPasskey(page, "/console");
  await expect(page.getByText("You have no role at any provider now.")).toBeVisible();
  watch.expectFault(/404/);
  expect((await page.goto(`/console/${provider.code}`))?.status()).toBe(404);
});

test("a page whose script cannot make passkeys shows no button for them", async ({
  openContext,
  baseURL,
}) => {
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`${baseURL}/console/sign-in`);
  await expect(page.getByRole("button")).toHaveText(["Sign in"]);
});
