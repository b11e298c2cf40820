import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makePostgres, type PostgresServer } from "../faults/postgres-server";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { Api } from "../support/client";
import { open, words } from "../support/html-form";
import { until } from "../support/poll";
import { findProgram } from "../support/programs";
import { authorise, continueWith } from "../support/setup-page";
import { freePort } from "../support/stack";
import { servicesWith } from "./compose";
import { type Container, runInContainer, startContainer } from "./container-process";
import { buildImage, type Image } from "./image";
import { STUDENT, TYPEFACES, typefacesIn } from "./written-names";

const run = promisify(execFile);
const caddy = findProgram("caddy", "caddy");
const psql = findProgram("psql", "postgresql-client");
const missing = [caddy, psql].filter(({ path }) => !path).map(({ remedy }) => remedy);
const HANGS_MS = 900_000;
const MAX_MB = 200;

let image: Image;
const containers: Record<string, Container> = {};
const tidy: (() => unknown)[] = [];

beforeAll(async () => {
  image = await buildImage();
}, HANGS_MS);
afterAll(async () => {
  await Promise.all(Object.values(containers).map((one) => one.code() === undefined && one.stop()));
  for (const step of tidy.reverse()) await step();
  image?.remove();
});

describe("the image", () => {
  it(`takes less than ${MAX_MB} MB beside Node, and holds no sources, development packages or secrets`, () => {
    process.stdout.write(`The image beside Node: ${Math.round(image.size / 1e6)} MB\n`);
    expect(image.size / 1e6).toBeLessThan(MAX_MB);
    const packages = readdirSync(join(image.folder, "node_modules"));
    expect(packages).not.toEqual(expect.arrayContaining(["typescript"]));
    for (const name of ["tailwindcss", "@tailwindcss", "vitest", "tsx", "esbuild", "sharp", "@img"])
      expect(packages, name).not.toContain(name);
    for (const path of [".git", ".env", ".data", "e2e", "server.js", "lib/api", "tools/command.ts"])
      expect(existsSync(join(image.folder, path)), path).toBe(false);
  });

  it("has the patched database driver", () => {
    for (const patch of readdirSync("patches").map((name) => readFileSync(join("patches", name), "utf8"))) {
      for (const [, file, added] of patch.matchAll(
        /^\+\+\+ b\/(\S+)\n@@[^\n]*\n(?:[ -][^\n]*\n)*\+([^\n]+)/gm,
      )) {
        const path = join(image.folder, file!);
        if (existsSync(path)) expect(readFileSync(path, "utf8"), file).toContain(added);
      }
    }
    expect(existsSync(join(image.folder, "node_modules/postgres/src/connection.js"))).toBe(true);
  });

  it("runs as a user without rights, with node as the main process", () => {
    expect(image.user).toBe("node");
    expect(image.command[0]).toBe("node");
    expect(image.healthcheck[0]).toBe("node");
  });

  it("prints secrets before there are any settings, by the same words as a checkout", async () => {
    const printed = await runInContainer(image, ["npm", "run", "--silent", "secrets"], {});
    expect(printed).toMatch(/^APP_KEYS=1:\S{44}\nJOBS_SECRET=\S{43}\nGATEWAY_SECRET=\S{43}\n$/);
  });
});

describe.skipIf(missing.length > 0)(["what compose.yaml starts", ...missing].join("; "), () => {
  let database: PostgresServer;
  let url: string;
  let services: ReturnType<typeof servicesWith>;
  let client: Api;
  let code: string;
  const ports: Record<string, number> = {};

  /** Starts a service by its row in compose.yaml, at a port of this machine. */
  function begin(name: "web-1" | "web-2" | "worker"): Container {
    const { command, environment } = services[name]!;
    const port = String(ports[name]);
    const own: Record<string, string> = name === "worker" ? { METRICS_PORT: port } : { PORT: port };
    return startContainer(image, (command as string[]) ?? image.command, { ...environment, ...own });
  }

  /** The health check of a service, as its row or the image has it. */
  async function isHealthy(name: string, port = ports[name]): Promise<boolean> {
    const [, ...test] = services[name]!.healthcheck?.test ?? ["CMD", ...image.healthcheck];
    const env = { ...services[name]!.environment, PORT: String(port) };
    const command = test.map((word) => (word === "9464" ? String(port) : word));
    return runInContainer(image, command, env).then(
      () => true,
      () => false,
    );
  }

  beforeAll(async () => {
    database = await makePostgres();
    tidy.push(() => database.remove());
    const password = "a-password-of-the-service";
    const superuser = new URL(database.url);
    const env = { PGHOST: "127.0.0.1", PGPORT: String(database.port), PGPASSWORD: superuser.password };
    await run("sh", ["ops/container/database.sh"], {
      env: {
        ...process.env,
        ...env,
        PATH: `${dirname(psql.path!)}:${process.env.PATH}`,
        POSTGRES_PASSWORD: password,
      },
    });
    for (const name of ["web-1", "web-2", "worker", "https", "http"]) ports[name] = await freePort();
    const secrets = await runInContainer(image, ["npm", "run", "--silent", "secrets"], {});
    const settings: Record<string, string> = Object.fromEntries(
      secrets
        .trim()
        .split("\n")
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    settings.DOMAIN = `localhost:${ports.https}`;
    settings.DATABASE_URL = `postgres://checkout:${password}@127.0.0.1:${database.port}/checkout`;
    services = servicesWith(settings);
    url = `https://${settings.DOMAIN}`;
  }, HANGS_MS);

  it("the database's superuser can log in over no network any more", async () => {
    await expect(database.connect()`select 1`).rejects.toThrow(/password authentication failed/);
  });

  it("migrates, and makes provider, course and key by commands", async () => {
    const { environment, command } = services.migrate!;
    expect(await runInContainer(image, command as string[], environment)).toContain("up to date");
    const npm = async (...words: string[]) => {
      const printed = await runInContainer(image, ["npm", "run", "--silent", ...words], environment);
      const row = printed.split("\n").find((line) => line.startsWith("{"));
      return JSON.parse(row ?? "{}");
    };
    code = "north-shore";
    const owner = ["--code", code, "--name", "North Shore Institute", "--email", "office@example.com"];
    await npm("providers", "--", "create", ...owner);
    await npm("courses", "--", "add", "--provider", code, "--name", "Design", "--price", "1500.00");
    const { api_key } = await npm("keys", "--", "issue", "--provider", code);
    client = new Api(url, api_key);
    expect(await npm("jobs", "--", "tick")).toBeTypeOf("object");
  });

  it("serves by two servers and a worker behind Caddy, over TLS", async () => {
    for (const name of ["web-1", "web-2", "worker"] as const) containers[name] = begin(name);
    const home = mkdtempSync(join(tmpdir(), "provider-checkout-caddy-"));
    tidy.push(() => rmSync(home, { recursive: true, force: true }));
    chmodSync(home, 0o777);
    // Over HTTP/3 no client of ours goes, and its offer is a header that the API does not document.
    const options = [
      "servers {\nprotocols h1 h2\n}",
      "admin off",
      "local_certs",
      "skip_install_trust",
      `storage file_system ${home}`,
    ];
    const local = [...options, `http_port ${ports.http}`, `https_port ${ports.https}`];
    const file = readFileSync("ops/container/Caddyfile", "utf8")
      .replace("web-1:3000", `127.0.0.1:${ports["web-1"]}`)
      .replace("web-2:3000", `127.0.0.1:${ports["web-2"]}`);
    writeFileSync(join(home, "Caddyfile"), `{\n${local.join("\n")}\n}\n${file}`);
    const args = ["run", "--adapter", "caddyfile", "--config", join(home, "Caddyfile")];
    containers.caddy = startContainer(image, [caddy.path!, ...args], services.caddy!.environment);
    const certificate = join(home, "pki/authorities/local/root.crt");
    await until(
      "Caddy's certificate",
      () => existsSync(certificate) || containers.caddy!.code() !== undefined,
    );
    const ca = readFileSync(certificate);
    await until("both servers through Caddy", async () => {
      for (const name of ["web-1", "web-2", "worker"]) {
        const { output, code } = containers[name]!;
        if (code() !== undefined) throw new Error(`${name} ended:\n${output()}`);
        if (!(await isHealthy(name))) return false;
      }
      return new Promise<boolean>((resolve) => {
        get(`${url}/readyz`, { ca }, (answer) => resolve(answer.resume().statusCode === 200)).on(
          "error",
          () => resolve(false),
        );
      });
    });
    // The certificate was verified above; what follows goes through clients that take no authority of a test's.
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
    tidy.push(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  });

  it("takes a payment by card, and a plan from the bank page to its agreement", async () => {
    const provider = { code } as Parameters<typeof planBody>[0];
    const paid = await client.create(payNowBody(provider));
    expect(paid, paid.text).toMatchObject({ status: 201, body: { card_payment: { success: true } } });

    const plan = await client.create(planBody(provider, { student: STUDENT }));
    expect(plan.body.direct_debit.setup_url).toMatch(url);
    const account = await continueWith(await open(plan.body.direct_debit.setup_url));
    expect((await authorise(account)).status).toBeLessThan(400);
    const { checkout_id: id } = plan.body.checkout;
    const confirmed = await client.confirm(id, confirmBody(plan.body));
    expect(confirmed.status, confirmed.text).toBe(200);
    const agreement = await client.agreement(id);
    expect(typefacesIn(agreement.bytes)).toEqual(TYPEFACES);
  });

  it("shows its pages and its documentation, and sends text compressed where it holds no secret", async () => {
    expect(words(await open(`${url}/p/${code}`))).toContain("North Shore Institute");
    expect((await open(`${url}/docs/go-live`)).status).toBe(200);
    const script = /\/_next\/static\/[^"]+\.js/.exec((await open(`${url}/p/${code}`)).text)?.[0];
    const answer = await fetch(url + script, { headers: { "Accept-Encoding": "gzip" } });
    expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    const { body: plan } = await client.create(planBody({ code } as Parameters<typeof planBody>[0]));
    const bank = await fetch(plan.direct_debit.setup_url, { headers: { "Accept-Encoding": "gzip" } });
    expect([bank.status, bank.headers.get("content-encoding")]).toEqual([200, null]);
    const plain = await fetch(`http://localhost:${ports.http}/docs`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([308, "https://localhost/docs"]);
  });

  it("finds unhealthy what does not answer", async () => {
    expect(await isHealthy("web-1", await freePort())).toBe(false);
    expect(await isHealthy("worker", await freePort())).toBe(false);
  });

  it("loses no request while a server is replaced", async () => {
    let isOver = false;
    const statuses = new Set<number | string>();
    const load = (async () => {
      const ask = () => client.get("/v1/environment").then(({ status }) => status, String);
      while (!isOver) statuses.add(await ask());
    })();
    expect(await containers["web-1"]!.stop()).toBe(0);
    containers["web-1"] = begin("web-1");
    await until("the new server", () => isHealthy("web-1"));
    expect(await containers["web-2"]!.stop()).toBe(0);
    isOver = true;
    await load;
    // Its key's limit refuses some: that is an answer too.
    expect(statuses).toContain(200);
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  });

  it("ends everything with 0 on SIGTERM, and nothing missed a place to write", async () => {
    for (const name of ["worker", "web-1", "caddy"]) expect(await containers[name]!.stop(), name).toBe(0);
    for (const one of Object.values(containers)) expect(one.output()).not.toMatch(/EROFS|EACCES|read-only/);
  });
});
