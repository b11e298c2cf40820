import { describe, expect, it } from "vitest";
import { newId } from "../../lib/domain/ids";
import { readAgreement } from "../../lib/staff/checkout";
import type { Asked } from "../../lib/staff/find";
import { find } from "../../lib/staff/find";
import { type Caller, newCaller } from "../support/api";
import { planBody } from "../support/bodies";
import { heading, words } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { confirmedPlan, IN_STATUS, payNow, startedPlan } from "../support/scenes";
import { callerAt, member, staffBrowser } from "../support/staff";

const STUDENT = { first_name: "Marigold", last_name: "O'Hara_100%", email: "Marigold@Example.com" };

const depsOf = () => ({ db: database() }) as Parameters<typeof find>[0];

/** What a member of the provider's staff finds, by the use case that the page asks. */
function finderOf({ provider }: Pick<Caller, "provider">) {
  const caller = callerAt(provider);
  return (asked: Asked) => find(depsOf(), caller, asked);
}
const idsOf = async (found: ReturnType<ReturnType<typeof finderOf>>) =>
  (await found).rows.map(({ id }) => id);

async function paidStudent() {
  const setting = await newCaller();
  const { client, provider } = setting;
  const paid = await payNow(client, provider, "visa", { student: STUDENT });
  const status = (await client.status(paid.id)).body;
  return { ...setting, paid, status, search: finderOf(setting) };
}

/** Every way to say which checkout is meant. */
function waysTo({ paid, status }: Awaited<ReturnType<typeof paidStudent>>) {
  const { created_at, card_payment, checkout, timeline } = status;
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Australia/Sydney" }).format(new Date(created_at));
  return {
    "its id": paid.id,
    "the order reference": paid.orderId,
    "an event": timeline[0].event_id,
    "a request": timeline[0].request_id,
    "the Opportunity": checkout.opportunity_id,
    "the email address": "marigold@example.COM",
    "the receipt": card_payment.receipt_number,
    "the beginning of the name": "marigold o",
    "the last name": "O'Hara_1",
    "an amount and its day": `$1,500.00 on ${day}`,
  };
}

describe("the search of the console", () => {
  it("finds a checkout by whatever a student may say, and nothing of another provider", async () => {
    const setting = await paidStudent();
    await startedPlan(setting.client, setting.provider);
    const other = finderOf(await newCaller());
    for (const [way, q] of Object.entries(waysTo(setting))) {
      expect([way, await idsOf(setting.search({ q }))]).toEqual([way, [setting.paid.id]]);
      expect([way, await idsOf(other({ q }))]).toEqual([way, []]);
    }
  });

  it("finds a plan by the BSB and the last digits of its account", async () => {
    const { client, provider } = await newCaller();
    const { id } = await confirmedPlan(client, provider);
    const search = finderOf({ provider });
    expect(await idsOf(search({ q: "000-000 …456" }))).toEqual([id]);
    expect(await idsOf(search({ q: "000-000 …457" }))).toEqual([]);
    expect(await idsOf(finderOf(await newCaller())({ q: "000-000 …456" }))).toEqual([]);
  });

  it("takes letters that mean something to the database as they are", async () => {
    const { search } = await paidStudent();
    for (const q of ["Mari%", "Marigol_", "\\", "'; drop table checkout --"])
      expect(await idsOf(search({ q }))).toEqual([]);
  });

  it("narrows by status, type and period, as the API does", async () => {
    const setting = await newCaller();
    const search = finderOf(setting);
    for (const [status, scene] of Object.entries(IN_STATUS)) {
      const { id } = await scene(setting.client, setting.provider);
      expect([status, await idsOf(search({ status }))]).toEqual([status, [id]]);
    }
    const count = Object.keys(IN_STATUS).length;
    const [cards, plans] = [
      await idsOf(search({ type: "upfront_payment" })),
      await idsOf(search({ type: "interest_free_payment_plan" })),
    ];
    expect([cards.length, plans.length, cards.length + plans.length]).toEqual([4, 5, count]);
    expect((await idsOf(search({ period: "today" }))).length).toBe(count);
    const { totals } = await search({});
    expect(totals).toMatchObject({
      period: "month",
      paid: { count: 1 },
      signed: { count: 1 },
      open: { count: 4 },
      ended: { count: 3 },
    });
    // The days of a test's provider end at its midnight, which may just have passed.
    const counts = totals?.days?.map((day) => day.count) ?? [];
    expect([counts.length, counts.slice(-2).reduce((sum, one) => sum + one, 0)]).toEqual([30, 2]);
    expect(counts.slice(0, -2).every((one) => one === 0)).toBe(true);
  });

  it("says where an amount lacks its day", async () => {
    expect((await finderOf(await newCaller())({ q: "57.69" })).needsDate).toBe(true);
  });
});

describe("the page of a checkout", () => {
  it("answers what is owed, what comes next, and what the bank allows", async () => {
    const { client, provider } = await newCaller();
    const { id } = await confirmedPlan(client, provider, { student: planBody(provider).student });
    const browser = staffBrowser();
    await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
    const list = await browser.open(`/console/${provider.code}`);
    expect(list.text).toContain(`/console/${provider.code}/checkouts/${id}`);
    const page = await browser.open(`/console/${provider.code}/checkouts/${id}`);
    expect([page.status, heading(page)]).toEqual([200, "Amelia Nguyen"]);
    const said = words(page);
    for (const text of [
      "What is paid, and what is owed?",
      "so your own records say what is paid",
      "Yes: 000-000 ending",
      "The payment plan was signed",
    ])
      expect(said).toContain(text);
  });

  it("of another provider is the same as one that does not exist", async () => {
    const own = await makeProvider();
    const other = await newCaller();
    const { id } = await startedPlan(other.client, other.provider);
    const browser = staffBrowser();
    await browser.signIn(await member({ providerId: own.id, role: "admin" }));
    const pages = [];
    for (const one of [id, newId("chk"), "no-id"])
      pages.push(await browser.open(`/console/${own.code}/checkouts/${one}`));
    pages.push(await browser.open(`/console/${other.provider.code}/checkouts/${id}`));
    expect(pages.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(pages.map(words)).size).toBe(1);
  });

  it("has the signed agreement as a file, for its own provider's staff", async () => {
    const { client, provider } = await newCaller();
    const { id } = await confirmedPlan(client, provider);
    const agreement = async () => (await client.status(id)).body.agreement.sha256;
    await expect.poll(agreement, { timeout: 60_000 }).not.toBeNull();
    const browser = staffBrowser();
    await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
    const { status, headers } = await browser.open(`/console/${provider.code}/checkouts/${id}/agreement`);
    expect([status, headers.get("content-type")]).toEqual([200, "application/pdf"]);
    const other = await newCaller();
    expect(await readAgreement(depsOf(), callerAt(other.provider), id)).toBeNull();
  });
});
