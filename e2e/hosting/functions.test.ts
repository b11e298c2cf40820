import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { makeApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { newWebhookSecret } from "../../lib/events/secret";
import { quiet } from "../../server/program/log.mjs";
import { Api } from "../support/api";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { type College, makeCollege } from "../support/browser/college";
import { findBrowser } from "../support/browser/find-browser.mjs";
import { Student } from "../support/browser/student";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database } from "../support/provider";
import { type Receiver, startReceiver } from "../webhooks/receiver";
import { buildForPlatform, platformCommand } from "./platform/build";
import { type Platform, startPlatform } from "./platform/platform";
import { STUDENT, TYPEFACES, typefacesIn } from "./written-names";

const vercel = platformCommand();

/** Processor time that a process may take up to its first answer, on a machine that starts Node in 50 ms. */
const COLD_MS = { api: 500, page: 900, docs: 1_100 };

describe.skipIf(vercel.path === null)(`on a platform of functions (${vercel.remedy || "vercel"})`, () => {
  const cronSecret = randomBytes(24).toString("base64url");
  let databaseUrl: string;
  let settings: Record<string, string>;
  let checkout: string;
  let platform: Platform;
  let college: College;
  let api: Api;
  let browser: Browser;
  let receiver: Receiver;

  beforeAll(async () => {
    databaseUrl = await makeDatabase(inject("cluster"));
    settings = {
      DATABASE_URL: databaseUrl,
      APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
      CRON_SECRET: cronSecret,
      WEBHOOK_ALLOW_LOOPBACK: "on",
      LOG_LEVEL: "warn",
    };
    checkout = process.env.HOSTING_BUILT ?? (await buildForPlatform(vercel.path!, settings));
    // The platform is reached by https, and this one is not: Next asks itself for the page after an action.
    const here = (url: string) => ({ BASE_URL: url, __NEXT_PRIVATE_ORIGIN: url });
    platform = await startPlatform(checkout, (url) => ({ ...settings, ...here(url) }));
    college = await makeCollege({}, database(databaseUrl));
    api = new Api(platform.url, college.key);
    receiver = await startReceiver(newWebhookSecret());
    browser = await chromium.launch(await findBrowser({ log: quiet }));
    // A build takes minutes on a busy machine.
  }, 1_200_000);
  afterAll(async () => {
    await browser?.close();
    await receiver?.stop();
    await platform?.stop();
  });

  /** A page of a student who has come to the payment. */
  async function atPayment(): Promise<Student> {
    const page = await browser.newPage({ baseURL: platform.url, acceptDownloads: true });
    const student = new Student(page);
    await student.enrol(college.code, college.course.name);
    await student.giveDetails();
    return student;
  }

  it("is built with time enough for a charge and a signature, and one daily look for work", () => {
    const config = (address: string) =>
      JSON.parse(readFileSync(`${checkout}/.vercel/output/functions${address}.func/.vc-config.json`, "utf8"));
    for (const address of ["/v1/[[...path]]", "/api/[...path]", "/e/[secret]/card", "/e/[secret]/review"])
      expect(config(address)).toMatchObject({ maxDuration: 60 });
    expect(platform.crons).toEqual([{ path: "/api/jobs/drain", schedule: "0 16 * * *" }]);
  });

  it("answers the API: a payment, a plan to its agreement, lists and webhooks", async () => {
    const paid = await api.create(payNowBody(college));
    expect(paid.body).toMatchObject({ card_payment: { success: true } });
    const endpoint = await api.call("POST", "/v1/webhook-endpoints", { body: { url: receiver.url } });
    expect(endpoint.status, endpoint.text).toBe(201);
    const created = await api.create(planBody(college, { student: STUDENT }));
    const id = created.body.checkout.checkout_id;
    expect((await api.authorise(id)).status).toBe(200);
    const confirmed = await api.confirm(id, confirmBody(created.body));
    expect(confirmed.body).toMatchObject({ opportunity_stage: "Payment Plan Signed" });
    const agreement = await api.call("GET", new URL(confirmed.body.agreement.url).pathname);
    expect(typefacesIn(agreement.bytes)).toEqual(TYPEFACES);
    const listed = await api.call("GET", "/v1/provider-checkouts?limit=1");
    expect(listed.status, listed.text).toBe(200);
    expect(listed.body.data).toHaveLength(1);

    // Nobody has called the drain route: what an answer has left behind is done before its process is frozen.
    const signed = await until("the signature's event", () =>
      receiver.received.find(({ body }) => body.includes("payment_plan.signed")),
    );
    new Webhook(endpoint.body.secret).verify(signed.body, signed.headers as Record<string, string>);
  });

  it("hands the platform what goes on after an answer that wrote something, and after no other", async () => {
    const { counts } = platform.function("/v1/[[...path]]");
    const isFrozen = () => until("the freeze", () => [...platform.functions].every((one) => !one.isRunning));
    await isFrozen();
    const [{ waited }, had] = [{ ...counts }, receiver.received.length];
    expect((await api.call("GET", "/v1/environment")).status).toBe(200);
    await isFrozen();
    expect(counts.waited).toBe(waited);
    expect((await api.create(payNowBody(college))).status).toBe(201);
    await isFrozen();
    expect(counts.waited).toBe(waited + 1);
    // The process was frozen after its deliveries, and not before.
    expect(receiver.received.length).toBeGreaterThan(had);
  });

  it("lets nobody but its cron drain", async () => {
    const drain = (secret: string) =>
      fetch(`${platform.url}/api/jobs/drain`, { headers: { Authorization: `Bearer ${secret}` } });
    expect((await drain(cronSecret)).status).toBe(200);
    expect((await drain(`${cronSecret}x`)).status).toBe(401);
  });

  it("a student pays by card", async () => {
    const student = await atPayment();
    await student.choose("card");
    await student.payWith();
    await student.seesPaid();
    await student.page.close();
  });

  it("a student signs a plan on the hosted page and downloads the agreement", async () => {
    const student = await atPayment();
    await student.choose("plan");
    await student.giveAccount();
    await student.authorise();
    await student.sign();
    await student.seesSigned();
    const { page } = student;
    const link = page.getByRole("link", { name: "Download your agreement (PDF)" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    await page.close();
  });

  it("serves the documentation, its document, files, and a page for what is lost", async () => {
    const get = (path: string) => fetch(platform.url + path, { headers: { Accept: "text/html" } });
    const document = (await (await get("/openapi.json")).json()) as { servers: { url: string }[] };
    expect(document.servers[0]!.url).toBe(platform.url);
    for (const path of [
      "/docs",
      "/docs/reference/createCheckout",
      "/docs/search?q=refund",
      "/capture/v1.js",
    ]) {
      const page = await get(path);
      expect([path, page.status]).toEqual([path, 200]);
      await page.arrayBuffer();
    }
    for (const path of ["/docs/nothing", "/nothing", `/p/${college.code}x`]) {
      const lost = await get(path);
      expect([path, lost.status]).toEqual([path, 404]);
      expect(lost.headers.get("content-security-policy")).toContain("nonce-");
    }
  });

  it("stops every process between requests", async () => {
    await until("the last answer's end", () => [...platform.functions].every((one) => !one.isRunning));
    expect(platform.function("/v1/[[...path]]").counts).toMatchObject({ started: 1 });
    expect((await api.call("GET", "/v1/environment")).body).toMatchObject({ ready_for_api_calls: true });
    expect(platform.function("/v1/[[...path]]").counts.started).toBe(1);
  });

  it("starts in production while the database is away, answers 503, and works once it is there", async () => {
    const proxy = await startPostgresProxy(await makeDatabase(inject("cluster")));
    onTestFinished(() => proxy.close());
    await proxy.cut();
    const production = await startPlatform(checkout, () => ({
      ...settings,
      DATABASE_URL: proxy.url,
      ENVIRONMENT: "production",
      WEBHOOK_ALLOW_LOOPBACK: "",
      BASE_URL: "https://pay.example.edu",
      GATEWAY_URL: "http://127.0.0.1:9",
      GATEWAY_SECRET: randomBytes(32).toString("base64url"),
      GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
    }));
    onTestFinished(() => production.stop());
    const statuses = () =>
      Promise.all(
        ["/readyz", "/v1/provider-checkouts", "/p/nobody"].map(async (path) => {
          const headers = { Authorization: `Bearer ${makeApiKey("production", newId("key")).key}` };
          const answer = await fetch(production.url + path, { headers });
          await answer.arrayBuffer();
          return answer.status;
        }),
      );
    // Ready, for a database is away from every process alike. A page of whatever went wrong is 500: Next knows no other status.
    expect(await statuses()).toEqual([200, 503, 500]);
    await proxy.restore();
    await expect.poll(statuses).toEqual([200, 401, 404]);
    // Each waited for it in the process that it was started in.
    for (const { counts } of production.functions) expect(counts.started).toBeLessThan(2);
  });

  it("starts cold within its processor time", async () => {
    const cold = async (address: string, path: string) => {
      const times: number[] = [];
      for (let tries = 0; tries < 5; tries++) {
        await Promise.all([...platform.functions].map((one) => one.end()));
        const answer = await fetch(platform.url + path, {
          headers: { Accept: "text/html", Authorization: "" },
        });
        await answer.arrayBuffer();
        await until("the function's word", () => platform.function(address).coldMs > 0);
        times.push(platform.function(address).coldMs);
      }
      return Math.min(...times);
    };
    const bare = await bareNodeMs();
    // A machine on which Node alone takes longer has as much more time.
    const factor = Math.max(1, bare / 50);
    const found = {
      bare,
      api: await cold("/v1/[[...path]]", "/v1/environment"),
      openapi: await cold("/openapi.json", "/openapi.json"),
      proxy: await cold("/_middleware", `/p/${college.code}`),
      page: await cold("/p/[code]", `/p/${college.code}`),
      docs: await cold("/docs/[[...path]]", "/docs"),
    };
    const sizes = [...platform.functions].map(({ bytes }) => Math.round(bytes / 1e5) / 10);
    process.stdout.write(
      `Cold starts, ms of processor time: ${JSON.stringify(found)}; MB: ${sizes.join(", ")}\n`,
    );
    expect(found.api).toBeLessThan(COLD_MS.api * factor);
    expect(found.openapi).toBeLessThan(COLD_MS.api * factor);
    expect(found.page).toBeLessThan(COLD_MS.page * factor);
    expect(found.docs).toBeLessThan(COLD_MS.docs * factor);
    for (const size of sizes) expect(size).toBeLessThan(50);
  });
});

/** What Node alone takes to start and end, the best of five. */
async function bareNodeMs(): Promise<number> {
  const script =
    "const { user, system } = process.cpuUsage(); process.stdout.write(String((user + system) / 1000))";
  const times: number[] = [];
  for (let tries = 0; tries < 5; tries++) {
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", script]);
    times.push(Number(stdout));
  }
  return Math.min(...times);
}
