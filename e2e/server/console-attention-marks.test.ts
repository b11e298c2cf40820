import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { operatorAlert, webhookEndpoint } from "../../drizzle/schema";
import { raiseAlert } from "../../lib/db/alerts";
import { type Id, newId } from "../../lib/domain/ids";
import { REASON } from "../support/acting";
import { type Caller, newCaller } from "../support/api";
import { type Html, words } from "../support/html-form";
import { database } from "../support/provider";
import { type Member, member, staffBrowser } from "../support/staff";
import { makeEndpoint, NOWHERE } from "../support/webhooks";

let setting: Caller;
let endpoint: Id<"whe">;
let me: Member;
let colleague: Member;
const browser = staffBrowser();
const page = (path = "", by = browser) => by.open(`/console/${setting.provider.code}/attention${path}`);

const failsSince = (failingSince: Date | null) =>
  database().update(webhookEndpoint).set({ failingSince }).where(eq(webhookEndpoint.id, endpoint));

/** The form of the first item that the page shows. */
async function formOf(key: string, from = "", by = browser): Promise<Html> {
  const [path] = new RegExp(`/attention/[^/"]+/${key}`).exec((await page(from, by)).text) ?? [];
  return by.open(`/console/${setting.provider.code}${path}`);
}

const putOff = async (days: string, from = "") =>
  browser.press(await formOf("put_off", from), "Put off", { days, reason: REASON });

beforeAll(async () => {
  setting = await newCaller();
  const { id: providerId } = setting.provider;
  endpoint = (await makeEndpoint(setting.client)).endpoint_id as Id<"whe">;
  await failsSince(new Date(Date.now() - 3_600_000));
  me = await member({ providerId, role: "support" });
  colleague = await member({ providerId, role: "finance" });
  await browser.signIn(me);
});

describe("something that needs attention", () => {
  it("has an owner once somebody says so, whom the page and the audit log name", async () => {
    expect(words(await page())).not.toContain("looks after it");
    const form = await formOf("assign");
    const receipt = await browser.press(form, "Assign to somebody", {
      owner: colleague.name,
      reason: REASON,
    });
    expect(words(receipt)).toContain(`owner: ${colleague.name}`);
    expect(words(await page())).toContain(`${colleague.name} looks after it`);
    const another = await browser.press(await formOf("assign"), "Assign to somebody", {
      owner: "Somebody else",
      reason: REASON,
    });
    expect(words(another)).toContain("Who looks after it: choose one");
  });

  it("is put off for a while, can be seen and shown again, and comes back by itself when it happens anew", async () => {
    await putOff("3");
    expect(words(await page())).toContain("Nothing needs attention");
    const later = words(await page("?show=put-off"));
    for (const text of [NOWHERE, "Put off until", `${colleague.name} looks after it`])
      expect(later).toContain(text);

    await putOff("0", "?show=put-off");
    expect(words(await page())).toContain(NOWHERE);
    expect(words(await page("?show=put-off"))).toContain("Nothing is put off.");

    await putOff("7");
    await failsSince(new Date());
    const anew = words(await page());
    expect(anew).toContain(NOWHERE);
    expect(anew).not.toContain("looks after it");
  });

  it("cannot be put off once it is settled", async () => {
    const form = await formOf("put_off");
    await failsSince(null);
    const late = await browser.press(form, "Put off", { days: "1", reason: REASON });
    expect(words(late)).toContain("This does not need attention any more.");
  });
});

describe("an alert", () => {
  it("is settled by an operator only, and not raised again", async () => {
    const db = database();
    const finding = {
      kind: "orphan_charge",
      reference: newId("cat"),
      details: { provider_id: setting.provider.id, provider_order_id: "ord-1" },
    } as const;
    await raiseAlert(db, finding, new Date());
    expect((await page()).text).not.toContain("/settle");
    const operator = staffBrowser();
    await operator.signIn(await member("operator"));
    const receipt = await operator.press(await formOf("settle", "", operator), "Settle the alert", {
      reason: REASON,
    });
    expect(words(receipt)).toContain("Settle the alert");
    const isOpen = async () => {
      await raiseAlert(db, finding, new Date());
      const [row] = await db
        .select()
        .from(operatorAlert)
        .where(eq(operatorAlert.reference, finding.reference));
      return row!.resolvedAt === null;
    };
    expect(await isOpen()).toBe(false);
    expect(words(await page())).toContain("Nothing needs attention");
  });
});
