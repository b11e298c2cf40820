import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { choosePlace } from "../../tools/postgres/programs.mjs";

const name = `unit-${process.pid}`;
const settings = { fsync: "off" };
const made: string[] = [];
let dataRoot: string;

beforeAll(() => {
  dataRoot = mkdtempSync(join(tmpdir(), "postgres-"));
  made.push(dataRoot);
});

afterAll(async () => {
  const server = await start();
  await server.stop();
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

async function start() {
  const server = await startPostgres({ name, dataRoot, settings });
  made.push(server.data, server.logFile);
  return server;
}

async function query<Row extends object>(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await sql.unsafe<Row[]>(text);
  } finally {
    await sql.end();
  }
}

/** Another command that has started the server and is at work with it. */
async function otherCommand(): Promise<{ child: ChildProcess; url: string }> {
  const module = new URL("../../tools/postgres/postgres.mjs", import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { startPostgres } from ${JSON.stringify(module)};
       const { url } = await startPostgres(${JSON.stringify({ name, dataRoot, settings })});
       console.log(url);`,
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  const [url] = await once(child.stdout!, "data");
  return { child, url: String(url).trim() };
}

async function kill(child: ChildProcess) {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("an interrupted first start leaves nothing that is taken for a database", async () => {
  const { home } = await choosePlace(dataRoot, name);
  const draft = join(home, `${name}.unfinished`);
  mkdirSync(draft);
  writeFileSync(join(draft, "PG_VERSION"), "18\n");
  const server = await start();
  expect(server.reused).toBe(false);
  expect(existsSync(draft)).toBe(false);
  expect(await query(server.url, "select current_database() as name")).toEqual([
    { name: "provider_checkout" },
  ]);
  expect(await server.stop()).toBe("stopped");
});

test.skipIf(process.platform === "win32")("its password and its data are closed to others", async () => {
  const server = await start();
  expect(statSync(join(server.data, "superuser-password")).mode & 0o777).toBe(0o600);
  expect(statSync(server.data).mode & 0o777).toBe(0o700);
  const stranger = server.url.replace(/:[^:@]+@/, ":wrong@");
  await expect(query(stranger, "select 1")).rejects.toThrow(/password authentication failed/);
  await server.stop();
});

test("a server that a killed command left behind is joined, with its rows", async () => {
  const { child, url } = await otherCommand();
  await query(url, "create table kept as select 42 as answer");
  await kill(child);

  const server = await start();
  expect(server).toMatchObject({ reused: true, url });
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await server.stop()).toBe("stopped");
});

test("a server that another command uses stays running", async () => {
  const { child } = await otherCommand();
  const server = await start();
  expect(await server.stop()).toBe("in use");

  await kill(child);
  const again = await start();
  expect(again.reused).toBe(true);
  expect(await again.stop()).toBe("stopped");
});

test("a postmaster.pid whose number now belongs to another program does not keep the server from starting", async () => {
  const server = await start();
  await server.stop();
  const { account } = await choosePlace(dataRoot, name);
  const { port } = new URL(server.url);
  const other = spawn("sleep", ["60"], { ...account, cwd: "/" });
  try {
    await once(other, "spawn");
    const file = join(server.data, "postmaster.pid");
    writeFileSync(file, `${other.pid}\n${server.data}\n1\n${port}\n\n127.0.0.1\n  1 2\nready\n`);
    if (account) chownSync(file, account.uid, account.gid);
    const again = await start();
    expect(again.reused).toBe(false);
    expect(await query(again.url, "select answer from kept")).toEqual([{ answer: 42 }]);
    expect(await again.stop()).toBe("stopped");
    expect(other.exitCode).toBe(null);
  } finally {
    other.kill();
  }
});

test("a copied folder that names the running server of another starts one of its own", async () => {
  const first = await start();
  await first.stop();
  const { home, account } = await choosePlace(dataRoot, name);
  const copy = join(home, `${name}-copy`);
  cpSync(first.data, copy, { recursive: true });
  chmodSync(copy, 0o700);
  const server = await start();
  cpSync(join(server.data, "postmaster.pid"), join(copy, "postmaster.pid"));
  if (account) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, copy]);
  const other = await startPostgres({ name: `${name}-copy`, dataRoot, settings });
  made.push(other.data, other.logFile);
  expect(other.reused).toBe(false);
  expect(other.url).not.toBe(server.url);
  expect(await other.stop()).toBe("stopped");
  expect(await query(server.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  await server.stop();
});
