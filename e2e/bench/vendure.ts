import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { dataFolder, hash, readText, root } from "../../scripts/lib/checkout.mjs";
import { npmCi } from "../../scripts/lib/install.mjs";
import type { Log } from "../../scripts/lib/log.mjs";
import { freePort } from "../../scripts/lib/port.mjs";
import { Problem } from "../../scripts/lib/problem.mjs";
import { run, tail } from "../../scripts/lib/run.mjs";
import { send } from "../support/send";
import type { RunningProcess } from "../support/stack";
import type { Load, Shot } from "./load";
import { startServer } from "./surroundings";

/** The peer that the service is measured beside: Vendure, a shop server on Node and PostgreSQL. */

const SOURCE = join(root, "e2e/bench/peers");
/** Where its packages are: beside its sources every tool would take them for ours. */
const FOLDER = join(dataFolder, "bench-peers");
const PROGRAM = join(FOLDER, "vendure.js");
const SERVES = "Vendure listens";
const USER = "bench";

/** A request of a peer, and what a good answer to it has. */
export type PeerShot = Pick<Load, "shot" | "status" | "says">;

export interface Peer {
  create: PeerShot;
  /** Of one order, by its id. */
  status: PeerShot;
}

/** Its packages, as its lock file names them. @throws Problem where npm cannot install them, as without a network */
export async function installVendure(log: Log): Promise<{ version: string }> {
  mkdirSync(FOLDER, { recursive: true, mode: 0o700 });
  for (const file of ["package.json", "package-lock.json", "vendure.js"])
    cpSync(join(SOURCE, file), join(FOLDER, file));
  const made = hash(process.platform, process.arch, readFileSync(join(FOLDER, "package-lock.json")));
  const stamp = join(FOLDER, "made-from");
  if (readText(stamp) !== made) {
    rmSync(stamp, { force: true });
    await log.step("Installing the peer's packages", async () => {
      const { code, output } = await npmCi("--omit=dev", "--prefix", FOLDER);
      if (code !== 0)
        throw new Problem(
          `${tail(output)}\n\nThe peer's packages could not be installed; the reason is above. They come over the network.`,
        );
    });
    writeFileSync(stamp, made);
  }
  const manifest = readFileSync(join(FOLDER, "node_modules/@vendure/core/package.json"), "utf8");
  return { version: JSON.parse(manifest).version };
}

/** A database of its own on the server of another one, gone afterwards. */
export async function makeDatabaseBeside(url: string): Promise<{ url: string; stop(): Promise<unknown> }> {
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const name = `bench_${randomBytes(4).toString("hex")}`;
  await admin.unsafe(`create database ${name}`);
  const beside = new URL(url);
  beside.pathname = `/${name}`;
  return {
    url: beside.href,
    async stop() {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

export function vendureSettings(databaseUrl: string, pool: number): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    POOL: String(pool),
    SECRET: randomBytes(24).toString("base64url"),
    PASSWORD: randomBytes(24).toString("base64url"),
    NODE_ENV: "production",
    // It would report its start to its makers.
    VENDURE_DISABLE_TELEMETRY: "true",
  };
}

/** Makes its tables, and a course to buy. @returns the course's id */
export async function prepareVendure(settings: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...settings, PORT: String(await freePort()) };
  const { code, output } = await run(process.execPath, [PROGRAM, "prepare"], { cwd: FOLDER, env });
  const [, variant] = /^variant (\w+)$/m.exec(output) ?? [];
  if (code !== 0 || !variant) throw new Error(`Vendure could not be prepared:\n${tail(output)}`);
  return variant;
}

/** Starts it, and waits until each of its processes serves. */
export async function startVendure(
  settings: Record<string, string>,
  processes: number,
): Promise<RunningProcess> {
  const program = [join(root, "e2e/bench/cluster.mjs"), String(processes), PROGRAM, "serve"];
  const running = await startServer(program, settings, "/health", SERVES, FOLDER);
  while (running.output().split(SERVES).length <= processes && running.child.exitCode === null)
    await sleep(50);
  return running;
}

/** In one request: a visitor's order with one line, and who the visitor is. */
const CREATE = `mutation ($course: ID!, $student: CreateCustomerInput!) {
  addItemToOrder(productVariantId: $course, quantity: 1) { ... on ErrorResult { errorCode message } }
  setCustomerForOrder(input: $student) { ... on Order { id code } ... on ErrorResult { errorCode message } }
}`;
const STATUS = `query ($id: ID!) {
  order(id: $id) {
    id code state active createdAt updatedAt currencyCode totalWithTax
    customer { id firstName lastName emailAddress }
    lines { id quantity linePriceWithTax productVariant { id name } }
  }
}`;

/** Logs a program in, makes the order whose status is asked for, and writes both requests. */
export async function peerOf(
  { url }: RunningProcess,
  settings: Record<string, string>,
  course: string,
): Promise<Peer> {
  const login = await sent(
    url,
    asked("/admin-api", LOGIN, { username: USER, password: settings.PASSWORD }),
    "CurrentUser",
  );
  const token = login.headers.get("vendure-auth-token") ?? "";
  // Each student is another, as in the service's creates.
  const student = () => ({
    firstName: "Amelia",
    lastName: "Nguyen",
    emailAddress: `${randomBytes(6).toString("hex")}@example.com`,
  });
  const create = () => asked("/shop-api", CREATE, { course, student: student() });
  const made = await sent(url, create(), CREATED);
  const { id } = JSON.parse(made.bytes.toString()).data.setCustomerForOrder;
  const status = asked("/admin-api", STATUS, { id }, { Authorization: `Bearer ${token}` });
  return {
    create: { shot: create, status: 200, says: CREATED },
    status: { shot: status, status: 200, says: '"emailAddress":"' },
  };
}

const LOGIN =
  "mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { __typename } }";
/** An order that has a code: a refusal has the status of a success too. */
const CREATED = '"setCustomerForOrder":{"id":';

const asked = (
  path: string,
  query: string,
  variables: Record<string, unknown>,
  headers: Record<string, string> = {},
): Shot => ({
  method: "POST",
  path,
  headers: { "Content-Type": "application/json", ...headers },
  body: JSON.stringify({ query, variables }),
});

/** @throws Error where the answer is not a good one */
async function sent(url: string, { method, path, headers = {}, body }: Shot, says: string) {
  const answer = await send(method, url + path, headers, body);
  const text = answer.bytes.toString();
  if (answer.status !== 200 || !text.includes(says))
    throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return answer;
}
