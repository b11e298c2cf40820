/**
 * A PostgreSQL of a test's own with durability on, that the test may kill, silence, promote and copy. It runs on the
 * embedded programs, as the account that stands in for root where root runs the tests.
 */
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { makePrivateFolder, root } from "../../server/program/checkout.mjs";
import { choosePlace, type Place, runProgram } from "../../tools/postgres/programs.mjs";
import { freePort } from "../support/stack";
import { copyFolder } from "./copy-folder";

const DATABASE = "provider_checkout";
const PREFIX = "faults-";
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: 150,
  // A standby that is made while others write finds what they wrote.
  wal_keep_size: "512MB",
  // One that lost its primary looks for it again at once.
  wal_retrieve_retry_interval: "200ms",
  timezone: "UTC",
  log_timezone: "UTC",
};

export interface PostgresServer {
  port: number;
  data: string;
  /** As superuser, of the database that the service uses. */
  url: string;
  log(): string;
  isRunning(): boolean;
  /** One connection as superuser, to the database `postgres` unless another is named. */
  connect(database?: string): Sql;
  start(): Promise<void>;
  /** In good order. */
  stop(): Promise<void>;
  /** Kills all of its processes at once, as a host that loses its power does. */
  kill(): void;
  /** Its processes neither answer nor end, and the kernel still takes connections: a host that went silent. */
  pause(): void;
  promote(): Promise<void>;
  /** A server with a copy of these data, taken while this one works. It is not started yet. */
  copy(port?: number): Promise<PostgresServer>;
  /** Ends it and removes its data. */
  remove(): void;
}

interface Own {
  place: Place;
  data: string;
  port: number;
  password: string;
}

let made = 0;

/** @param folder where the data lie, if not with the others: a small disk, for example */
export async function makePostgres(folder?: string): Promise<PostgresServer> {
  const top = join(root, ".data");
  makePrivateFolder(top);
  const place = await choosePlace(top, "faults");
  removeLeft(place);
  const data = folder ?? newFolder(place);
  const password = randomBytes(16).toString("hex");
  const passwordFile = `${data}.password`;
  makeOwn(place, data);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (place.account) chownSync(passwordFile, place.account.uid, place.account.gid);
  const { code, output } = await runProgram(place, "initdb", [
    ...["-D", data, "--username=postgres", "--pwfile", passwordFile, "--auth=scram-sha-256"],
    ...["--encoding=UTF8", "--locale=C"],
  ]);
  rmSync(passwordFile);
  if (code !== 0) throw new Error(`initdb failed: ${output}`);
  const server = serverOf({ place, data, password, port: await freePort() });
  await server.start();
  const sql = server.connect();
  await sql.unsafe(`create database ${DATABASE}`);
  await sql.end();
  return server;
}

const newFolder = ({ home }: Place) => join(home, `${PREFIX}${process.pid}-${++made}`);

function makeOwn({ account }: Place, folder: string): void {
  mkdirSync(folder, { mode: 0o700, recursive: true });
  if (account) chownSync(folder, account.uid, account.gid);
}

/** What runs left behind that were killed. */
function removeLeft({ home }: Place): void {
  for (const name of readdirSync(home)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (!pid || isAlive(Number(pid))) continue;
    killAll(postmasterOf(join(home, name)));
    rmSync(join(home, name), { recursive: true, force: true });
  }
}

function serverOf(own: Own): PostgresServer {
  const { place, data, port, password } = own;
  const logFile = `${data}.log`;
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`;
  const end = () => killAll(postmasterOf(data));
  const connect = (database = "postgres") =>
    postgres(url, {
      database,
      max: 1,
      idle_timeout: 0,
      connect_timeout: 10,
      fetch_types: false,
      onnotice: () => {},
    });
  const ctl = async (...args: string[]) => {
    const { code, output } = await runProgram(place, "pg_ctl", [...args, "-D", data, "-w", "-t", "600"]);
    if (code !== 0) throw new Error(`pg_ctl ${args[0]} failed: ${output}\n${server.log()}`);
  };
  const server: PostgresServer = {
    port,
    data,
    url,
    log: () => readFileSync(logFile, "utf8").slice(-4_000),
    isRunning: () => postmasterOf(data) !== null,
    connect,
    async start() {
      writeFileSync(logFile, "", { flag: "a", mode: 0o600 });
      if (place.account) chownSync(logFile, place.account.uid, place.account.gid);
      const options = Object.entries({ ...SETTINGS, port }).map(([name, value]) => `-c ${name}=${value}`);
      await ctl("start", "-l", logFile, "-o", options.join(" "));
      process.once("exit", end);
    },
    stop: () => ctl("stop", "-m", "fast"),
    kill: end,
    pause: () => signalAll(postmasterOf(data), "SIGSTOP"),
    promote: () => ctl("promote"),
    async copy(otherPort) {
      const folder = newFolder(place);
      makeOwn(place, folder);
      const sql = connect();
      await sql`select pg_backup_start('copy', true)`;
      await copyFolder(data, folder, place.account);
      const [stopped] = await sql`select labelfile from pg_backup_stop(false)`;
      await sql.end();
      writeFileSync(join(folder, "backup_label"), stopped!.labelfile, { mode: 0o600 });
      if (place.account) chownSync(join(folder, "backup_label"), place.account.uid, place.account.gid);
      return serverOf({ ...own, data: folder, port: otherPort ?? (await freePort()) });
    },
    remove() {
      end();
      process.off("exit", end);
      rmSync(data, { recursive: true, force: true });
      rmSync(logFile, { force: true });
    },
  };
  return server;
}

/** Null where none runs, or its number is another's by now. */
function postmasterOf(data: string): number | null {
  try {
    const [pid, folder] = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return folder === data && isAlive(Number(pid)) ? Number(pid) : null;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The postmaster first, so that it starts no others meanwhile. */
function signalAll(postmaster: number | null, signal: NodeJS.Signals): void {
  if (postmaster === null) return;
  const rows = () => execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).split("\n");
  if (signal !== "SIGKILL") signalOne(postmaster, signal);
  const children = rows()
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster);
  if (signal === "SIGKILL") signalOne(postmaster, signal);
  for (const [pid] of children) signalOne(pid!, signal);
}

const killAll = (postmaster: number | null) => signalAll(postmaster, "SIGKILL");

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
