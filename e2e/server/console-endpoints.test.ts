import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { event, webhookEndpoint } from "../../drizzle/schema";
import { findActs } from "../../lib/db/staff-acts";
import { SET_UP_ACTIONS } from "../../lib/staff/set-up/table";
import { REASON } from "../support/acting";
import { type Caller, newCaller } from "../support/api";
import type { Body } from "../support/bodies";
import { type Html, inputs, words } from "../support/html-form";
import { database } from "../support/provider";
import { payNow } from "../support/scenes";
import { member, staffBrowser } from "../support/staff";
import { ENDPOINTS, logDelivery, makeEndpoint, NOWHERE } from "../support/webhooks";

let setting: Caller;
const browser = staffBrowser();
const address = (path = "") => `/console/${setting.provider.code}/set-up/endpoints${path}`;
const secretIn = ({ text }: Html) => /whsec_[\w+/]+=/.exec(text)?.[0] ?? "";
const all = async (): Promise<Body[]> => (await setting.client.get(ENDPOINTS)).body.data;
const stored = async (id: string) => (await setting.client.get(`${ENDPOINTS}/${id}`)).body;
const title = (key: string) =>
  SET_UP_ACTIONS.find((one) => one.part === "endpoints" && one.key === key)!.title;

async function take(id: string, key: string, typed: Record<string, string> = {}): Promise<Html> {
  return browser.press(await browser.open(address(`/${id}/${key}`)), title(key), {
    reason: REASON,
    ...typed,
  });
}

async function lastAct() {
  const [last] = await findActs(database(), setting.provider.id, { before: 1_000_000 }, 1);
  return last!;
}

beforeAll(async () => {
  setting = await newCaller();
  await browser.signIn(await member({ providerId: setting.provider.id, role: "admin" }));
});

describe("webhook endpoints in the console", () => {
  it("adds an endpoint of two types, and shows its secret once", async () => {
    const before = (await all()).length;
    const page = await browser.open(address("/new/add"));
    expect(inputs(page)).not.toHaveProperty("event_types");
    const made = await take("new", "add", { url: NOWHERE, description: "CRM", event_types: "refund.failed" });
    const secret = secretIn(made);
    expect(secret).toHaveLength(50);
    const list = await all();
    expect(list).toHaveLength(before + 1);
    expect(list.at(-1)).toMatchObject({ url: NOWHERE, description: "CRM", event_types: ["refund.failed"] });
    const shown = await browser.open(address());
    expect(words(shown)).toContain(`${NOWHERE} CRM refund.failed`);
    expect(shown.text).not.toContain(secret);
    const act = await lastAct();
    expect(act).toMatchObject({ act: { action: "set_up", reason: REASON }, outcome: { step: "done" } });
    expect(JSON.stringify(act)).not.toContain(secret);
  });

  it.each([
    ["http://receiver.invalid/hooks", "Address must begin with https://"],
    ["", "Address: fill this in"],
    ["https://10.0.0.1/hooks", "Address must"],
    ["https://receiver.invalid/4242424242424242", "Address must not contain a card number"],
  ])("refuses the address “%s” at its field, and adds nothing", async (url, said) => {
    const before = (await all()).length;
    const wrong = await take("new", "add", { url, description: "Kept" });
    expect(words(wrong)).toContain(said);
    expect(inputs(wrong).description).toBe("Kept");
    expect((await all()).length).toBe(before);
  });

  it("adds one endpoint by a form that is sent twice, and one more by another form", async () => {
    const typed = { reason: REASON, url: `${NOWHERE}/twice` };
    const page = await browser.open(address("/new/add"));
    const press = () => browser.press(page, title("add"), typed);
    const sent = [...(await Promise.all([press(), press()])), await press()];
    expect(sent.filter((made) => secretIn(made) !== "")).toHaveLength(1);
    expect(sent[2]?.url).toMatch(/\/acts\/act_/);
    const added = async () => (await all()).filter(({ url }) => url === typed.url).length;
    expect(await added()).toBe(1);
    await take("new", "add", typed);
    expect(await added()).toBe(2);
  });

  it("changes an endpoint, and shows what it is now first", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client, { event_types: ["checkout.created"] });
    const page = await browser.open(address(`/${id}/change`));
    expect(inputs(page)).toMatchObject({ url: NOWHERE, event_types: "checkout.created" });
    await take(id, "change", { url: `${NOWHERE}/2`, description: "Second" });
    expect(await stored(id)).toMatchObject({
      url: `${NOWHERE}/2`,
      description: "Second",
      event_types: ["checkout.created"],
    });
    expect(words(await take(id, "change", { url: "https://x" }))).toContain("There is a problem");
  });

  it("rotates a secret with the overlap that was chosen", async () => {
    const { endpoint_id: id, secret } = await makeEndpoint(setting.client);
    const fresh = secretIn(await take(id, "rotate", { overlap: "168" }));
    expect(fresh).toHaveLength(50);
    expect(fresh).not.toBe(secret);
    const until = Date.parse((await stored(id)).secret_rotating_until);
    expect(until - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    expect(words(await browser.open(address(`/${id}`)))).toContain("The old secret signs too until");
    await take(id, "rotate", { overlap: "0" });
    expect((await stored(id)).secret_rotating_until).toBeNull();
  });

  it("disables, enables and deletes an endpoint, and offers what can be done now", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client);
    expect(words(await browser.open(address(`/${id}/enable`)))).toContain("The endpoint is enabled already.");
    expect((await take(id, "disable")).url).toMatch(/\/acts\/act_/);
    expect(await stored(id)).toMatchObject({ status: "disabled", disabled_reason: "requested" });
    const page = words(await browser.open(address(`/${id}`)));
    expect(page).toContain("Somebody on your side disabled it.");
    expect(page).not.toContain("Send a test");
    for (const key of ["test", "replay"])
      expect(words(await browser.open(address(`/${id}/${key}`)))).toContain("Enable it first.");
    await take(id, "enable");
    expect(await stored(id)).toMatchObject({ status: "enabled" });
    await take(id, "delete");
    expect((await browser.open(address(`/${id}`))).status).toBe(404);
    expect((await setting.client.get(`${ENDPOINTS}/${id}`)).status).toBe(404);
  });

  it("says since when an endpoint fails, and why another is disabled", async () => {
    const { endpoint_id: fails } = await makeEndpoint(setting.client);
    const { endpoint_id: gone } = await makeEndpoint(setting.client);
    const at = new Date("2026-11-20T00:00:00Z");
    const set = (id: string, row: Partial<typeof webhookEndpoint.$inferInsert>) =>
      database()
        .update(webhookEndpoint)
        .set(row)
        .where(eq(webhookEndpoint.id, id as `whe_${string}`));
    await set(fails, { failingSince: at });
    await set(gone, { disabledReason: "gone", disabledAt: at });
    const page = words(await browser.open(address()));
    expect(page).toContain("Fails Since 20 Nov 2026, 11:00:00 . The last delivery failed.");
    expect(page).toContain("Disabled Since 20 Nov 2026, 11:00:00 . It responded with a 410");
  });

  it("sends a test, and leads to its delivery", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client, { event_types: ["refund.failed"] });
    const sent = await take(id, "test");
    expect(sent.url).toMatch(/\?delivery=whd_/);
    expect(words(sent)).toContain("Kind Test");
    expect(words(sent)).toContain('"type":"refund.failed"');
    expect(words(sent)).not.toContain("Send this event again");
    const delivery = sent.url.split("=").pop()!;
    expect(words(await browser.open(address(`/${delivery}/resend`)))).toContain("Send another test.");
  });

  it("shows deliveries newest first, a page at a time, and one with request, response and checkout", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client, { event_types: ["debit.reversed"] });
    const { id: checkout } = await payNow(setting.client, setting.provider);
    const [row] = await database()
      .select({ id: event.id })
      .from(event)
      .where(eq(event.checkoutId, checkout as `chk_${string}`))
      .orderBy(event.sequence);
    const made: string[] = [];
    for (let at = 0; at < 21; at++)
      made.push(
        await logDelivery(setting.provider, id, row!.id, { status: 500, body: `<b>fault ${at}</b>` }),
      );
    const newest = await browser.open(address(`/${id}`));
    const listed = (page: Html) => [...page.text.matchAll(/\?delivery=(whd_\w+)"/g)].map(([, one]) => one);
    expect(listed(newest)).toEqual(made.toReversed().slice(0, 20));
    expect(words(newest)).toContain("Failed 1 attempt 500");
    const [, older] = /\?before=(whd_\w+)/.exec(newest.text)!;
    expect(listed(await browser.open(address(`/${id}?before=${older}`)))).toEqual([made[0]]);
    const one = await browser.open(address(`/${id}?delivery=${made[3]}`));
    expect(words(one)).toContain("12 ms: the response was 500 (status).");
    expect(words(one)).toContain(`webhook-id: ${row!.id}`);
    expect(words(one)).toContain("<b>fault 3</b>");
    expect(words(one)).toContain(`"id":"${row!.id}"`);
    expect(one.text).toContain(`/checkouts/${checkout}"`);
    const other = (await makeEndpoint(setting.client)).endpoint_id;
    expect(words(await browser.open(address(`/${other}?delivery=${made[3]}`)))).toContain("or not any more");
    await take(made[3]!, "resend");
    const { body } = await setting.client.get(`${ENDPOINTS}/${id}/deliveries?event_id=${row!.id}`);
    expect(body.data[0]).toMatchObject({ kind: "replay", status: "pending" });
  });

  it("sends the events of a period again, on the provider's clock", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client);
    await payNow(setting.client, setting.provider);
    const wrong = words(await take(id, "replay", { since: "2026-02-30 09:00" }));
    expect(wrong).toContain("Since: enter a date and time such as 2026-11-20 09:00");
    const swapped = { since: "2026-11-20 09:00", until: "2026-11-20 08:00" };
    expect(words(await take(id, "replay", swapped))).toContain("Until must be after since");
    const receipt = words(await take(id, "replay", { since: "2026-11-20 09:00" }));
    expect(Number(/scheduled: (\d+)/.exec(receipt)?.[1])).toBeGreaterThan(0);
    expect(words(await take(id, "replay", { since: "2026-13-20T09:00:00Z" }))).toContain("Since must be");
    expect((await take(id, "replay", { since: "2026-11-20T09:00:00.123Z" })).url).toMatch(/\/acts\//);
  });

  it("knows nothing of another provider's endpoints and deliveries", async () => {
    const other = await newCaller();
    const { endpoint_id: id } = await makeEndpoint(other.client);
    const delivery = await logDelivery(other.provider, id, "evt_01m7xzsvdaexwt5dn6qv5mqys1", {
      status: 200,
      body: "",
    });
    const paths = ["", "/change", "/delete", "/replay", "/test"].map((path) => `/${id}${path}`);
    for (const path of [...paths, `/${delivery}/resend`, "/new/change", "/nonsense"])
      expect([path, (await browser.open(address(path))).status]).toEqual([path, 404]);
  });

  it("lets a viewer read everything and change nothing", async () => {
    const { endpoint_id: id } = await makeEndpoint(setting.client);
    const viewer = staffBrowser();
    await viewer.signIn(await member({ providerId: setting.provider.id, role: "viewer" }));
    for (const path of ["", `/${id}`]) {
      const page = await viewer.open(address(path));
      expect(words(page)).toContain(NOWHERE);
      expect(page.text).not.toMatch(/endpoints\/\w+\/(add|change|rotate|test|disable|delete)/);
    }
    expect((await viewer.open(address(`/${id}/delete`))).status).toBe(404);
  });
});
