import { beforeAll, describe, expect, it } from "vitest";
import { SCOPES } from "../../drizzle/vocabulary";
import { parseApiKey } from "../../lib/crypto/api-key";
import { findActs } from "../../lib/db/staff-acts";
import { listKeys } from "../../lib/provider/keys";
import { REASON } from "../support/acting";
import { api, type Caller, newCaller } from "../support/api";
import { type Html, words } from "../support/html-form";
import { database } from "../support/provider";
import { member, staffBrowser } from "../support/staff";

let setting: Caller;
const browser = staffBrowser();
const address = (path = "") => `/console/${setting.provider.code}/set-up/keys${path}`;
const keys = () => listKeys(database(), setting.provider.id);
const keyIn = ({ text }: Html) => /pc_test_\w+/.exec(text)?.[0] ?? "";
const opens = async (key: string) => (await api("server", key).get("/v1/provider-checkouts")).status;

async function issue(typed: Record<string, string> = {}): Promise<Html> {
  const page = await browser.open(address("/new/issue"));
  return browser.press(page, "Issue an API key", { label: "Website", reason: REASON, ...typed });
}

beforeAll(async () => {
  setting = await newCaller();
  await browser.signIn(await member({ providerId: setting.provider.id, role: "admin" }));
});

describe("API keys in the console", () => {
  it("issues a key of every scope, shows it once, and it opens the API", async () => {
    const key = keyIn(await issue());
    expect(await opens(key)).toBe(200);
    const made = (await keys()).find(({ id }) => id === parseApiKey(key)?.id);
    expect(made).toMatchObject({ label: "Website", scopes: [...SCOPES], expiresAt: null });
    const list = await browser.open(address());
    expect(words(list)).toContain(made!.lastFour);
    expect(list.text).not.toContain(key);
    const [last] = await findActs(database(), setting.provider.id, { before: 1_000 }, 1);
    expect(last).toMatchObject({ act: { action: "set_up", reason: REASON }, outcome: { step: "done" } });
    expect(JSON.stringify(last)).not.toContain(key);
  });

  it("issues a key of one scope that ends", async () => {
    const key = keyIn(await issue({ scopes: "checkouts:read", days: "30" }));
    const made = (await keys()).find(({ id }) => id === parseApiKey(key)?.id)!;
    expect(made.scopes).toEqual(["checkouts:read"]);
    expect(made.expiresAt!.getTime() - made.createdAt.getTime()).toBe(30 * 86_400_000);
  });

  it("says what is missing, keeps what was typed, and issues nothing", async () => {
    const before = (await keys()).length;
    const wrong = await issue({ label: "", days: "30", reason: "" });
    expect(words(wrong)).toContain("Label: fill this in");
    expect(words(wrong)).toContain("Enter a reason");
    expect(/<input[^>]*value="30"[^>]*>/.exec(wrong.text)?.[0]).toContain("checked");
    expect(words(await issue({ scopes: "everything" }))).toContain("What it may do: choose from the list");
    expect((await keys()).length).toBe(before);
  });

  it("rotates a key: both work until the old one is revoked", async () => {
    const old = keyIn(await issue());
    const { id } = parseApiKey(old)!;
    const page = await browser.open(address(`/${id}/rotate`));
    const fresh = keyIn(await browser.press(page, "Rotate an API key", { reason: REASON }));
    expect([await opens(old), await opens(fresh)]).toEqual([200, 200]);
    expect(words(await browser.open(address(`/${id}/rotate`)))).toContain("was replaced by");
    const revoked = await browser.press(await browser.open(address(`/${id}/revoke`)), "Revoke an API key", {
      reason: REASON,
    });
    expect(revoked.url).toMatch(/\/acts\/act_/);
    expect((await keys()).find((key) => key.id === id)?.status).toBe("revoked");
    expect(words(await browser.open(address(`/${id}/revoke`)))).toContain("This key is revoked already");
  });

  it("knows nothing of another provider's key", async () => {
    const { provider } = await newCaller();
    const [foreign] = await listKeys(database(), provider.id);
    expect((await browser.open(address(`/${foreign!.id}/revoke`))).status).toBe(404);
  });
});
