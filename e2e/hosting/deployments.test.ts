import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { DECLARATIONS } from "../../lib/domain/wording";
import { quiet } from "../../server/program/log.mjs";
import { startNodeProxy } from "../faults/node-proxy";
import { startWire, type Wire } from "../faults/wire";
import type { Body } from "../support/bodies";
import { type College, makeCollege } from "../support/browser/college";
import { findBrowser } from "../support/browser/find-browser.mjs";
import { ACCOUNT, Student } from "../support/browser/student";
import { Api } from "../support/client";
import { until } from "../support/poll";
import { freePort, settingsOf, start, untilAnswers } from "../support/stack";
import { haproxy, startBalancer } from "./balancer";
import { type Build, build } from "./builds";
import { changeForms } from "./changed-source";

/** Three builds, then both flows on a busy machine: only what hangs takes as long. */
const HANGS_MS = 3_600_000;
const WAITS_MS = 120_000;

/** Two servers of two builds of this commit, and two of a release that renamed every form's action; all on one database. */
let old: number;
let next: number;
/** What browsers and providers reach: a deployment aims it at the other pair. */
let wire: Wire;
let url: string;
let browser: Browser;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const builds = [await build("one"), await build("the other"), await build("changed", changeForms)];
  wire = await startWire(0);
  url = `http://127.0.0.1:${wire.port}`;
  const [one, other, ...changed] = await Promise.all([...builds, builds[2]!].map(serve));
  old = await balance([one!, other!]);
  next = await balance(changed);
  wire.aim(old);
  browser = await chromium.launch(await findBrowser({ log: quiet }));
}, HANGS_MS);

afterAll(async () => {
  await browser?.close();
  await wire?.close();
  await Promise.all(stops.map((stop) => stop()));
});

async function serve({ folder }: Build): Promise<number> {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  const port = await freePort();
  const settings = {
    ...settingsOf(databaseUrl, appKeys, jobsSecret),
    ...{ TEST_BUILD: "", NEXT_DIST_DIR: ".next" },
    ...{ BASE_URL: url, PORT: String(port), HOST: "127.0.0.1" },
  };
  const server = start(["server/serve.mjs"], settings, folder);
  stops.push(() => server.stop());
  await untilAnswers(`http://127.0.0.1:${port}/readyz`, server, "at http");
  return port;
}

async function balance(ports: readonly number[]): Promise<number> {
  const balancer = await (haproxy.path ? startBalancer(ports) : startNodeProxy(ports));
  stops.push(() => balancer.stop());
  const port = "port" in balancer ? balancer.port : Number(new URL(balancer.url).port);
  await until("the balancer has servers", async () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return port;
}

let isNext = false;
/** All servers of one release are replaced by those of the other, back and forth. */
function deploy(): void {
  isNext = !isNext;
  wire.aim(isNext ? next : old);
  wire.cut();
}

let college: College;
let api: Api;
beforeEach(async () => {
  college = await makeCollege();
  api = new Api(url, college.key);
});

async function visit(javaScriptEnabled: boolean): Promise<{ page: Page; student: Student }> {
  const context: BrowserContext = await browser.newContext({ baseURL: url, javaScriptEnabled });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(WAITS_MS);
  const page = await context.newPage();
  return { page, student: new Student(page) };
}

type Place = Pick<Page, "getByText" | "getByRole">;

/** Sends a form in the middle of a deployment, and again once its page is loaded again and filled in anew. */
async function sendTwice(
  page: Page,
  button: string,
  fill: () => Promise<void> = async () => {},
): Promise<void> {
  await fill();
  deploy();
  const place = page.getByRole("button", { name: button });
  await place.click();
  await page
    .getByText("This page was updated while it was open")
    .or(place.and(page.locator(":enabled")))
    // A form that tells so has its button again too.
    .first()
    .waitFor();
  await page.reload();
  await fill();
  await place.click();
}

/** From the courses to the choice, with a deployment at each step. */
async function beginAmidst({ page, student }: Awaited<ReturnType<typeof visit>>): Promise<void> {
  await page.goto(`/p/${college.code}`);
  await sendTwice(page, `Enrol in ${college.course.name}`);
  await student.at("details");
  await sendTwice(page, "Continue", async () => {
    await page.getByLabel("First name").fill("Amelia");
    await page.getByLabel("Last name").fill("Nguyen");
    await page.getByLabel("Email address").fill("amelia@example.com");
  });
  await student.at("pay");
}

async function fillAccount(place: Pick<Page, "getByLabel">): Promise<void> {
  await place.getByLabel("Account name").fill(ACCOUNT.name);
  await place.getByLabel("BSB").fill(ACCOUNT.bsb);
  await place.getByLabel("Account number").fill(ACCOUNT.number);
  await place.getByLabel("Yes").check();
}

async function declare(page: Page): Promise<void> {
  for (const words of Object.values(DECLARATIONS)) await page.getByLabel(words).check();
}

const send = (place: Place, button: string) => place.getByRole("button", { name: button }).click();

/** What the gateway has charged and the records say, once the student is told that all is done. */
async function outcome(page: Page) {
  await page.waitForURL(/\/done$/);
  const { body } = await api.get("/v1/provider-checkouts");
  const orders = (body.data as Body[]).map(({ provider_order_id, checkout_status }) => ({
    provider_order_id,
    checkout_status,
  }));
  const charges = await Promise.all(orders.map((order) => api.charges(order.provider_order_id)));
  return {
    statuses: orders.map((order) => order.checkout_status),
    charged: charges.flatMap((answer) => answer.body.data.map((one: Body) => [one.status, one.amount])),
  };
}

const PAID = { statuses: ["Payment Processing"], charged: [["succeeded", 1500]] };
const SIGNED = { statuses: ["Confirmed"], charged: [] };

const BEHIND = haproxy.path ? "behind haproxy" : `behind a proxy of our own (haproxy ${haproxy.remedy})`;

describe(BEHIND, { timeout: HANGS_MS }, () => {
  it("two builds of one commit take a payment together", async () => {
    const { page, student } = await visit(true);
    await student.enrol(college.code, college.course.name);
    await student.giveDetails();
    await student.choose("card");
    await student.payWith();
    expect(await outcome(page)).toEqual(PAID);
  });

  it("two builds of one commit sign a plan together", async () => {
    const { page, student } = await visit(true);
    await student.enrol(college.code, college.course.name);
    await student.giveDetails();
    await student.choose("plan");
    await student.giveAccount();
    await student.authorise();
    await student.sign();
    expect(await outcome(page)).toEqual(SIGNED);
  });

  it("and so they do for a browser without a script", async () => {
    const { page, student } = await visit(false);
    await student.enrol(college.code, college.course.name);
    await student.giveDetails();
    await student.choose("plan");
    const enrolment = page.url();
    await page.goto((await page.getByRole("link", { name: "Open in a new page" }).getAttribute("href"))!);
    await fillAccount(page);
    await send(page, "Continue");
    await page.getByRole("checkbox").check();
    await send(page, "Authorise direct debit");
    await page.getByText("Direct debit authorised").first().waitFor();
    await page.goto(enrolment);
    await student.sign();
    expect(await outcome(page)).toEqual(SIGNED);
  });

  it("a payment survives a deployment at each of its steps, and is taken once", async () => {
    const visitor = await visit(true);
    const { page, student } = visitor;
    await beginAmidst(visitor);
    await sendTwice(page, "Continue", () => student.byCard().check());
    await student.at("card");
    await student.fillCard();
    deploy();
    await student.pay().click();
    await page.getByText("Your payment was not sent.").waitFor();
    await page.reload();
    await student.payWith();
    expect(await outcome(page)).toEqual(PAID);
  });

  it("a plan survives a deployment at each of its steps, and is signed once", async () => {
    const visitor = await visit(true);
    const { page, student } = visitor;
    await beginAmidst(visitor);
    await sendTwice(page, "Continue", async () => {
      await student.byPlan().check();
      await student.byOtherPlan().check();
      await page.getByLabel("Number of payments").fill("13");
    });
    await student.at("bank");
    const bank = student.bank();
    await fillAccount(bank);
    // The hosted page's forms are plain ones, which any build takes.
    deploy();
    await send(bank, "Continue");
    await bank.getByRole("checkbox").check();
    deploy();
    await send(bank, "Authorise direct debit");
    await student.at("review");
    await sendTwice(page, "Confirm enrolment and payment plan", () => declare(page));
    expect(await outcome(page)).toEqual(SIGNED);
  });

  it("a plan survives them without a script too", async () => {
    const visitor = await visit(false);
    const { page, student } = visitor;
    await beginAmidst(visitor);
    await sendTwice(page, "Continue", () => student.byPlan().check());
    await student.at("bank");
    const enrolment = page.url();
    await page.goto((await page.getByRole("link", { name: "Open in a new page" }).getAttribute("href"))!);
    await fillAccount(page);
    deploy();
    await send(page, "Continue");
    await page.getByRole("checkbox").check();
    deploy();
    await send(page, "Authorise direct debit");
    await page.getByText("Direct debit authorised").first().waitFor();
    await page.goto(enrolment);
    await sendTwice(page, "Confirm enrolment and payment plan", () => declare(page));
    expect(await outcome(page)).toEqual(SIGNED);
  });
});
