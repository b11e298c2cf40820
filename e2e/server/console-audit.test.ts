import { describe, expect, it } from "vitest";
import { staffAct } from "../../drizzle/schema";
import type { StaffRole } from "../../drizzle/vocabulary";
import { actRowsAfter, findActs } from "../../lib/db/staff-acts";
import { newId } from "../../lib/domain/ids";
import { REASON, recordHold } from "../support/acts";
import { newCaller } from "../support/api";
import { heading, title, words } from "../support/html-form";
import { database, type TestProvider } from "../support/provider";
import { confirmedPlan } from "../support/scenes";
import { member, staffBrowser } from "../support/staff";

/** Whoever of that role opens a page of the provider's console. */
async function opening({ id: providerId, code }: TestProvider, role: StaffRole) {
  const browser = staffBrowser();
  await browser.signIn(await member({ providerId, role }));
  return (path: string) => browser.open(`/console/${code}/${path}`);
}

async function setting() {
  const { client, provider } = await newCaller();
  const { id } = await confirmedPlan(client, provider);
  return { provider, checkoutId: id };
}

const latest = async ({ id }: TestProvider) =>
  (await findActs(database(), id, { before: 1_000 }, 1))[0]!.act.actId;

describe("the audit log of the console", () => {
  it("shows an admin who did what, at which checkout, why, and what came of it", async () => {
    const { provider, checkoutId } = await setting();
    const open = await opening(provider, "admin");
    expect(words(await open("audit"))).toContain("Nothing is recorded here.");
    for (const how of ["done", "refused", "asked"] as const) await recordHold(provider, checkoutId, how);
    const page = await open("audit");
    expect([page.status, heading(page), title(page)]).toEqual([200, "Audit log", "Audit log – Console"]);
    const said = words(page);
    expect(said).toMatch(/Not known.*Refused.*Done/s);
    for (const one of ["Robin (support)", "Put the plan on hold", checkoutId, REASON])
      expect(said.split(one)).toHaveLength(one.startsWith("Robin") ? 7 : 4);
    expect(page.text).toContain(`/console/${provider.code}/checkouts/${checkoutId}"`);
  });

  it("goes on with older ones by its address", async () => {
    const { provider, checkoutId } = await setting();
    for (let number = 1; number <= 51; number++)
      await recordHold(provider, checkoutId, "done", `Call ${number}.`);
    const open = await opening(provider, "admin");
    const first = await open("audit");
    expect(words(first)).toContain("Call 2.");
    expect(words(first)).not.toContain("Call 1.");
    const [, older = ""] = /audit(\?before=\d+)"/.exec(first.text) ?? [];
    const second = words(await open(`audit${older}`));
    expect(second).toContain("Call 1.");
    expect(second).not.toContain("Call 2.");
    expect(words(await open("audit?before=99999999999"))).toContain("Call 51.");
  });

  it("can be downloaded whole: each row as it is stored, the oldest first, and none of another provider", async () => {
    const [{ provider, checkoutId }, other] = [await setting(), await setting()];
    await recordHold(other.provider, other.checkoutId, "done", "Of another provider.");
    await recordHold(provider, checkoutId, "done", "Call 1.");
    const [first] = (await actRowsAfter(database(), provider.id, 0)).rows;
    const more = Array.from({ length: 500 }, (_, at) => ({
      ...first!,
      actId: newId("act"),
      sequence: at + 3,
    }));
    await database().insert(staffAct).values(more);
    const file = await (await opening(provider, "admin"))("audit.csv");
    const [head = "", ...rows] = file.text.slice(1).split("\r\n").slice(0, -1);
    expect(file.headers.get("content-disposition")).toContain("-audit-log.csv");
    expect(head).toMatch(/^"provider_id","sequence","act_id","step","at",.*"previous_hash","hash"$/);
    expect(rows.map((row) => row.split('","')[1])).toEqual(rows.map((_, at) => String(at + 1)));
    expect(rows).toHaveLength(502);
    expect(rows[0]?.slice(-65, -1)).toBe(first?.hash);
    expect(rows[0]).toContain('"Call 1."');
    expect(file.text).not.toContain("Of another provider.");
  });

  it.each<StaffRole>(["viewer", "support", "finance"])("is no page for a %s", async (role) => {
    const { provider, checkoutId } = await setting();
    await recordHold(provider, checkoutId);
    const open = await opening(provider, role);
    expect((await open("audit")).status).toBe(404);
    expect((await open("audit.csv")).status).toBe(404);
    expect((await open(`checkouts/${checkoutId}`)).text).not.toContain("/audit");
  });
});

describe("the receipt of an act", () => {
  it("says to whoever may read who did what, why, when, from where, and what changed", async () => {
    const { provider, checkoutId } = await setting();
    await recordHold(provider, checkoutId);
    const open = await opening(provider, "viewer");
    const page = await open(`acts/${await latest(provider)}`);
    expect([page.status, heading(page)]).toEqual([200, "Put the plan on hold"]);
    const said = words(page);
    for (const one of ["Done", "Robin (support)", REASON, checkoutId, "status: Active", "status: On Hold"])
      expect(said).toContain(one);
    expect(said).toContain('hold: {"reason":"person"}');
    expect(said).not.toContain("paused until");
    expect(page.text).toMatch(/title="\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC"/);
    expect(said).toMatch(/req_\w+/);
  });

  it("says why it was refused, or that nobody knows whether it was done", async () => {
    const { provider, checkoutId } = await setting();
    const open = await opening(provider, "viewer");
    await recordHold(provider, checkoutId, "refused");
    expect(words(await open(`acts/${await latest(provider)}`))).toMatch(/Refused.*The plan has ended/s);
    await recordHold(provider, checkoutId, "asked");
    expect(words(await open(`acts/${await latest(provider)}`))).toContain(
      "the service stopped before its outcome was recorded. Look at the checkout’s timeline.",
    );
  });

  it("is not there at another provider, nor for an act that does not exist", async () => {
    const [own, other] = [await setting(), await setting()];
    await recordHold(other.provider, other.checkoutId);
    const open = await opening(own.provider, "admin");
    for (const id of [await latest(other.provider), newId("act"), "no-id"])
      expect((await open(`acts/${id}`)).status).toBe(404);
  });
});

it("the timeline of a checkout shows what staff did among its events, newest first, with the receipt", async () => {
  const { provider, checkoutId } = await setting();
  await recordHold(provider, checkoutId);
  const page = await (await opening(provider, "viewer"))(`checkouts/${checkoutId}`);
  const said = words(page);
  const timeline = said.slice(said.indexOf("Timeline"));
  expect(timeline).toMatch(
    /Put the plan on hold.*By Robin ?: The student called on Monday.*plan was signed/s,
  );
  expect(page.text).toContain(`/acts/${await latest(provider)}"`);
});
