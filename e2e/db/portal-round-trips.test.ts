import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { WORDING_VERSION } from "../../lib/domain/wording";
import type { Deps } from "../../server/instance/deps";
import { atCard, atReview, BY_CARD, BY_PLAN, DECLARED, DETAILS, newVisit } from "../portal/student";
import { cardToken } from "../support/bodies";
import { depsHere } from "../support/here";
import { type Html, open, submit } from "../support/html-form";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { makeCourse, makeProvider } from "../support/provider";
import { ACCOUNT } from "../support/setup-page";
import { type RunningProcess, settingsOf, startServer } from "../support/stack";

/** Longer than it takes to send what is sent together. */
const DELAY_MS = 50;
/** Of so many tries at most the least counts: a server has work of its own, and on a busy machine what is sent together is not. */
const TRIES = 6;

/** One connection, and no background work. The sandbox's gateway is not the service. */
const settingsOn = (counted: string, databaseUrl: string, appKeys: string, jobsSecret: string) => ({
  ...settingsOf(counted, appKeys, jobsSecret),
  SANDBOX_GATEWAY_DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: "1",
  TICK_SECONDS: "0",
  MAIL_KEEP: "on",
});

/** A server asks this every second, whatever is asked of it. */
const isLook = (text: string) => text.includes("__drizzle_migrations");

let proxy: PostgresProxy;
let server: RunningProcess;
beforeAll(async () => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  proxy = await startPostgresProxy(databaseUrl, DELAY_MS, () => {}, isLook);
  server = await startServer("server", settingsOn(proxy.url, databaseUrl, appKeys, jobsSecret));
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
});

const FROM_TODAY_IN_INSTALMENTS = { ...BY_PLAN, preset: "other" };

/** What each page and each form of one student costs, by their names. */
async function walk(): Promise<Map<string, number>> {
  const college = await makeProvider();
  await makeCourse(college);
  const trips = new Map<string, number>();
  const counted = async (name: string, status: number, work: () => Promise<Html>) => {
    const before = proxy.roundTrips();
    const page = await work();
    trips.set(name, proxy.roundTrips() - before);
    expect(page.status, name).toBe(status);
    return page;
  };
  const asked = (name: string, path: string) => counted(`page ${name}`, 200, () => open(server.url + path));
  const sent = (name: string, ...form: Parameters<typeof submit>) =>
    counted(`form ${name}`, 303, () => submit(...form));
  await asked("courses", `/p/${college.code}`);
  const courses = await asked("kept", `/p/${college.code}`);
  await asked("terms", `/p/${college.code}/terms`);
  await asked("new link", `/p/${college.code}/link`);
  const begun = await sent("enrol", courses, "Enrol in Certificate IV in Bookkeeping");
  const home = new URL(begun.headers.get("location")!, server.url).pathname.replace(/\/details$/, "");
  const details = await asked("details", `${home}/details`);
  await sent("details", details, "Continue", DETAILS);
  const pay = await asked("pay", `${home}/pay`);
  await sent("card chosen", pay, "Continue", BY_CARD);
  await asked("card", `${home}/card`);
  await sent("plan chosen", pay, "Continue", FROM_TODAY_IN_INSTALMENTS);
  const bank = await asked("bank", `${home}/bank`);
  await asked("status", `${home}/status`);
  const setup = /\/api\/dd-setup\?session=[^"\\]+/.exec(bank.text)![0].replaceAll("&amp;", "&");
  const hosted = await asked("hosted", setup);
  const check = await counted("form account", 200, () => submit(hosted, "Continue", ACCOUNT));
  await counted("form authorisation", 200, () =>
    submit(check, "Authorise direct debit", { authorised: "yes" }),
  );
  const review = await asked("review", `${home}/review`);
  await asked("change account", `${home}/account`);
  // It is counted below, apart from its document.
  const signed = await submit(review, "Confirm enrolment and payment plan", TICKED);
  expect(signed.status).toBe(303);
  await until("the agreement", async () => {
    const made = await fetch(`${server.url}${home}/agreement`, { method: "HEAD", redirect: "manual" });
    return made.status === 200;
  });
  await asked("done", `${home}/done`);
  await asked("agreement", `${home}/agreement/page`);
  await counted("page of nobody", 404, () => open(`${server.url}/p/no-such-college`));
  await counted("page of no link", 404, () => open(`${server.url}/e/no-such-link/details`));
  return trips;
}

const TICKED = {
  payment_plan_accepted: "on",
  information_confirmed: "on",
  privacy_consent_accepted: "on",
};

/**
 * A kept page asks only for its state. The first email to an address counts against the address, then against the provider.
 * An authorisation is a transaction: BEGIN and COMMIT count, and it reads before it writes, the accounts that debit too.
 */
const OTHERS = { "page kept": 1, "form details": 4, "form authorisation": 7 };

describe("round trips to the database", () => {
  it("are at most 2 for a page, and 3 for a form that needs no transaction", async () => {
    // The first prepares the statements.
    await walk();
    const least = new Map<string, number>();
    const most = (name: string) => OTHERS[name as keyof typeof OTHERS] ?? (name.startsWith("form ") ? 3 : 2);
    const above = () => [...least].filter(([name, trips]) => trips > most(name));
    for (let i = 0; i === 0 || (i < TRIES && above().length > 0); i++)
      for (const [name, trips] of await walk())
        least.set(name, Math.min(trips, least.get(name) ?? Number.POSITIVE_INFINITY));
    expect(least.size).toBeGreaterThan(20);
    expect(Object.fromEntries(above())).toEqual({});
  });

  it("are 8 for a payment by card whose page read the accounts: the link, the Terms, and the 6 of the charge", async () => {
    const least = await leastHere(8, async (over) => {
      const student = await atCard({ over });
      const { terms, offer } = await student.view();
      const card = { token: cardToken(), termsVersion: terms.version, offer };
      return async () => {
        const result = await student.portal.payByCard(newVisit(), student.secret, card);
        expect(result).toEqual({ status: "moved", step: "done" });
      };
    });
    expect(least).toBe(8);
  });

  it("are 6 for a signature whose page read the accounts, beside what its document costs", async () => {
    const least = await leastHere(6, async (over) => {
      const student = await atReview({ over });
      const { checkoutId } = await student.view();
      // Somebody else makes the document.
      over.making.set(checkoutId!, Promise.resolve(null));
      return async () => {
        const sent = [DECLARED, checkoutId!, WORDING_VERSION] as const;
        const result = await student.portal.confirmPlan(newVisit(), student.secret, ...sent);
        expect(result).toEqual({ ok: true, step: "done" });
      };
    });
    expect(least).toBe(6);
  });
});

/** What an act costs in this process, without the pages: the least of some tries, which end with the first that costs so much. */
async function leastHere(expected: number, prepare: (over: Deps) => Promise<() => Promise<void>>) {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const over = depsHere(settingsOn(proxy.url, databaseUrl, appKeys, jobsSecret));
  const counts: number[] = [];
  for (let i = 0; i <= TRIES && !counts.includes(expected); i++) {
    const act = await prepare(over);
    const before = proxy.roundTrips();
    await act();
    counts.push(proxy.roundTrips() - before);
  }
  await over.close();
  return Math.min(...counts);
}
