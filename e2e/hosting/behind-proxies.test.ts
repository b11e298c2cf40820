import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeCollege } from "../support/browser/college";
import { findBrowser } from "../support/browser/find-browser.mjs";
import { ACCOUNT, Student } from "../support/browser/student";
import { settingsOver } from "../support/fresh";
import { database, type TestProvider } from "../support/provider";
import { compiled, freePort, type RunningProcess, SERVER, start, untilAnswers } from "../support/stack";
import { makeCertificate, openssl } from "./certificate";
import { FRONTS, type Front } from "./fronts";

/** What only a page that hangs takes. */
const HANGS_MS = 120_000;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await findBrowser());
});
afterAll(() => browser.close());

describe.each(FRONTS)("behind $name, which takes TLS off", (kind) => {
  const missing = [kind.program, openssl].find(({ path }) => path === null);
  describe.skipIf(missing)(missing?.remedy ?? "two servers and a worker", () => {
    const folder = mkdtempSync(join(tmpdir(), "behind-a-proxy-"));
    let servers: [RunningProcess, RunningProcess];
    let worker: Omit<RunningProcess, "url">;
    let front: Front;
    let url: string;
    let college: Awaited<ReturnType<typeof makeCollege>>;
    const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
      askOver(url, method, path, headers);

    beforeAll(async () => {
      const { databaseUrl } = inject("stack");
      const port = await freePort();
      url = `https://localhost:${port}`;
      const settings = {
        ...settingsOver(databaseUrl),
        BASE_URL: url,
        HOST: "127.0.0.1",
        TRUSTED_PROXY_HOPS: "1",
        TICK_SECONDS: "0",
        DRAIN_MS: "5000",
      };
      const serve = async () => {
        const own = String(await freePort());
        const started = start([SERVER], { ...settings, PORT: own });
        const running = { url: `http://127.0.0.1:${own}`, ...started };
        await untilAnswers(`${running.url}/readyz`, started, "Provider Checkout is at");
        return running;
      };
      servers = [await serve(), await serve()];
      worker = start([compiled("worker")], settings);
      const ports = servers.map((one) => Number(new URL(one.url).port)) as [number, number];
      const certificate = makeCertificate(folder);
      front = await kind.start(kind.program.path!, { folder, port, servers: ports, certificate });
      const isReady = async () => (await ask("GET", "/readyz").catch(() => null))?.status === 200;
      while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 200));
      college = await makeCollege({}, database());
    });
    afterAll(async () => {
      await front?.stop();
      await Promise.all([...(servers ?? []), worker].map((one) => one?.stop()));
      rmSync(folder, { recursive: true });
    });

    const open = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, javaScriptEnabled });
      context.setDefaultTimeout(HANGS_MS);
      return context.newPage();
    };

    it("a student pays by card, and no form loads a page anew", async () => {
      const page = await open(true);
      const student = new Student(page);
      const loaded = documentsOf(page);
      await student.enrol(college.code, college.course.name);
      await student.giveDetails();
      await student.choose("card");
      await student.payWith();
      await student.at("done");
      // The card page loads its end anew by itself.
      expect(loaded.filter((one) => !one.endsWith("/done"))).toEqual([`${url}/p/${college.code}`]);
      await page.context().close();
    });

    it("a student signs a plan without a script", async () => {
      const page = await open(false);
      const student = new Student(page);
      await student.enrol(college.code, college.course.name);
      const home = page.url().replace(/\/details$/, "");
      await student.giveDetails();
      await student.choose("plan");
      // The hosted page itself, which without a script stands in no frame.
      const link = page.locator("a[href*='/api/dd-setup?session=']").first();
      await page.goto((await link.getAttribute("href"))!);
      await page.getByLabel("Account name").fill(ACCOUNT.name);
      await page.getByLabel("BSB").fill(ACCOUNT.bsb);
      await page.getByLabel("Account number").fill(ACCOUNT.number);
      await page.getByLabel("Yes").check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("checkbox").check();
      await page.getByRole("button", { name: "Authorise direct debit" }).click();
      await page.getByRole("checkbox").waitFor({ state: "detached" });
      await page.goto(home);
      await student.at("review");
      await student.sign();
      await student.at("done");
      await page.context().close();
    });

    it("what a caller writes about its address and ours changes nothing", async () => {
      const spoofed = {
        "X-Forwarded-For": "203.0.113.9",
        "X-Forwarded-Host": "evil.example",
        Forwarded: "for=203.0.113.9;host=evil.example",
        "X-Forwarded-Proto": "http",
        "X-Forwarded-Port": "1",
      };
      const lost = await ask("GET", `/e/${"0".repeat(26)}_${"A".repeat(43)}`, {
        ...spoofed,
        Accept: "text/html",
      });
      expect(lost.status).toBe(404);
      const created = await ask("GET", "/docs/no-such-page", { ...spoofed, Accept: "text/html" });
      expect([created.status, created.body.includes("evil.example")]).toEqual([404, false]);
      const logged = () => servers.map((one) => one.output()).join("");
      await expect.poll(logged).toContain('"network":"127.0.0.0/24"');
      expect(logged()).not.toMatch(/203\.0\.113|evil\.example/);
    });

    it("answers are compressed once, by the service", async () => {
      const docs = await ask("GET", "/docs", { Accept: "text/html", "Accept-Encoding": "gzip, br" });
      expect(docs.headers["content-encoding"]).toBe("br");
      expect(brotliDecompressSync(docs.bytes).toString()).toContain("<h1");
      const secret = await ask("GET", "/v1/webhook-endpoints", {
        Authorization: `Bearer ${college.key}`,
        "Accept-Encoding": "gzip, br",
      });
      expect([secret.status, secret.headers["content-encoding"]]).toEqual([200, undefined]);
    });

    it("a body that is too large has the service's answer", async () => {
      const { status, body } = await askOver(
        url,
        "POST",
        "/v1/provider-checkouts",
        keyed(college),
        "x".repeat(70_000),
      );
      expect([status, JSON.parse(body).code]).toEqual([413, "body_too_large"]);
    });

    it("a server ends, and no request fails", async () => {
      const [first] = servers;
      const statuses: number[] = [];
      const ended = once(first.child, "exit");
      let isEnded = false;
      void ended.then(() => {
        isEnded = true;
      });
      first.child.kill("SIGTERM");
      while (!isEnded) statuses.push((await ask("GET", "/v1/environment")).status);
      for (let i = 0; i < 20; i++) statuses.push((await ask("GET", "/v1/environment")).status);
      expect(statuses.length).toBeGreaterThan(20);
      expect(statuses.filter((status) => status !== 200)).toEqual([]);
    });

    it("no server, and no worker, has logged an error", () => {
      for (const { output } of [...servers, worker]) {
        const lines = output().split("\n");
        expect(lines.filter((line) => /"level":[56]0|EPROTO|wrong version|Error|failed/i.test(line))).toEqual(
          [],
        );
      }
    });
  });
});

const keyed = ({ key }: TestProvider) => ({
  Authorization: `Bearer ${key}`,
  "Content-Type": "application/json",
});

/** The pages that a browser loads as documents, frames aside. */
function documentsOf(page: Page): string[] {
  const loaded: string[] = [];
  page.on("request", (sent) => {
    if (sent.isNavigationRequest() && sent.frame() === page.mainFrame()) loaded.push(sent.url());
  });
  return loaded;
}

const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

/** A request over TLS, to whom nobody has vouched for. */
async function askOver(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  payload?: string,
) {
  const sent = request(url + path, { method, headers, agent });
  sent.end(payload);
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return {
    status: response.statusCode as number,
    headers: response.headers as Record<string, string | undefined>,
    bytes,
    body: bytes.toString(),
  };
}
