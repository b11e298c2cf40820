import { beforeAll, describe, expect, it } from "vitest";
import { STAFF_ROLES } from "../../drizzle/vocabulary";
import { endSessions } from "../../lib/db/staff";
import { ACTIONS } from "../../lib/staff/actions/table";
import { SET_UP_ACTIONS } from "../../lib/staff/set-up/table";
import { addressOf } from "../../lib/staff/set-up/take";
import { viewId } from "../../lib/staff/set-up/views";
import { PAGES } from "../../server/pages/page-table";
import { REASON } from "../support/acting";
import { type Caller, newCaller } from "../support/api";
import type { Html } from "../support/html-form";
import { database, makeProvider } from "../support/provider";
import { payNow } from "../support/scenes";
import { type Member, member, staffBrowser } from "../support/staff";
import { makeEndpoint } from "../support/webhooks";

const VISITORS = [
  "nobody",
  ...STAFF_ROLES,
  "another provider's admin",
  "operator",
  "revoked session",
] as const;
type Visitor = (typeof VISITORS)[number];

/** Who sees a page or takes an action that not everybody of the provider may. */
const WORKERS: readonly Visitor[] = ["support", "finance", "admin", "operator"];
const FINANCE: readonly Visitor[] = ["finance", "admin", "operator"];
const ADMINS: readonly Visitor[] = ["admin", "operator"];
const ANYBODY: readonly Visitor[] = ["viewer", ...WORKERS];

const OF_FINANCE = ["end", "outside_payment", "refund_send"];
const mayTake = (key: string) => (OF_FINANCE.includes(key) ? FINANCE : WORKERS);

const mayChange = (part: string, key: string): readonly Visitor[] =>
  part !== "attention" && part !== "views" ? ADMINS : key === "settle" ? ["operator"] : WORKERS;

const OPEN = ["/console/sign-in", "/console/sign-in/code", "/console/invitation", "/console/reset"];
const isSignedIn = (visitor: Visitor) => visitor !== "nobody" && visitor !== "revoked session";

let setting: Caller;
let checkout: string;
let act: string;
let endpoint: string;
const browsers = new Map<Visitor, ReturnType<typeof staffBrowser>>();
const browserOf = (visitor: Visitor) => browsers.get(visitor)!;

async function somebody(visitor: Exclude<Visitor, "nobody">): Promise<Member> {
  if (visitor === "operator") return member("operator");
  const { id } = visitor === "another provider's admin" ? await makeProvider() : setting.provider;
  const role = STAFF_ROLES.find((one) => one === visitor) ?? "admin";
  return member({ providerId: id, role });
}

const noteOf = (visitor: Visitor) =>
  browserOf(visitor).open(`/console/${setting.provider.code}/checkouts/${checkout}/note`);

beforeAll(async () => {
  setting = await newCaller();
  checkout = (await payNow(setting.client, setting.provider)).id;
  endpoint = (await makeEndpoint(setting.client)).endpoint_id;
  for (const visitor of VISITORS) {
    const browser = staffBrowser();
    browsers.set(visitor, browser);
    if (visitor === "nobody") continue;
    const person = await somebody(visitor);
    await browser.signIn(person);
    if (visitor === "revoked session") await endSessions(database(), person.id, null);
  }
  const receipt = await browserOf("admin").press(await noteOf("admin"), "Add a note", { reason: REASON });
  act = receipt.url.split("/").pop()!;
});

describe.each(VISITORS)("the console, opened by: %s", (visitor) => {
  const at = (path: string, action = "note") =>
    path
      .replace("{part}/{id}/{action}", "keys/new/issue")
      .replace("attention/{id}/{action}", "attention/person.x/assign")
      .replace("views/{id}/{action}", `views/${viewId("sort=oldest")}/save`)
      .replace("{code}", setting.provider.code)
      .replace("{action}", action)
      .replace("{id}", path.includes("/acts/") ? act : path.includes("/endpoints/") ? endpoint : checkout);
  async function sees(path: string, allowed: readonly Visitor[]): Promise<void> {
    const { status, headers } = await browserOf(visitor).open(path);
    const seen = status === 307 ? headers.get("location")!.split("?")[0] : status;
    const expected = isSignedIn(visitor) ? (allowed.includes(visitor) ? 200 : 404) : "/console/sign-in";
    expect([path, seen]).toEqual([path, expected]);
  }

  it("has each page for those who may see it, and no other", async () => {
    const own = PAGES.map(({ path }) => path).filter((path) => path.startsWith("/console/{code}"));
    expect(own.length).toBeGreaterThan(5);
    for (const path of own) await sees(at(path), pageOf(path));
    await sees("/console/account", VISITORS);
    for (const path of OPEN)
      expect([path, (await browserOf(visitor).open(path)).status < 400]).toEqual([path, true]);
  });

  it("has each action for those who may take it, and no other", async () => {
    for (const { key } of ACTIONS)
      await sees(at("/console/{code}/checkouts/{id}/{action}", key), mayTake(key));
  });

  it("has each change of the set-up, and of what needs attention, for those who may make it", async () => {
    for (const { part, key } of SET_UP_ACTIONS) {
      const { status } = await browserOf(visitor).open(
        addressOf(setting.provider.code, { part, id: "new", key }),
      );
      if (!mayChange(part, key).includes(visitor))
        expect([key, status]).toEqual([key, isSignedIn(visitor) ? 404 : 307]);
    }
  });

  it("takes a form that another person opened only from those who may send it", async () => {
    const page: Html = await noteOf("admin");
    const { from } = await browserOf(visitor).press(page, "Add a note", { reason: REASON });
    const to = from.headers.get("location")?.split("?")[0] ?? from.status;
    if (WORKERS.includes(visitor)) expect(to).toMatch(/\/acts\/act_/);
    else expect(to).toBe(isSignedIn(visitor) ? 404 : "/console/sign-in");
  });
});

/** The parts of the set-up that everybody at the provider sees. */
const OPEN_PARTS = /set-up(\/(endpoints(\/\{id\})?|requests|go-live))?$/;

function pageOf(path: string): readonly Visitor[] {
  if (/\/audit(\.csv)?$/.test(path)) return ADMINS;
  // The checkout is paid by card: there is none to download.
  if (path.endsWith("/agreement")) return [];
  if (path.includes("/set-up")) return OPEN_PARTS.test(path) ? ANYBODY : ADMINS;
  return path.includes("{action}") ? WORKERS : ANYBODY;
}
