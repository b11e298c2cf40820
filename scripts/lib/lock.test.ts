import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withLock } from "./lock.mjs";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "work.lock");
});

afterEach(() => rmSync(folder, { recursive: true }));

test("only one works at a time, and a failure releases the lock", async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await sleep(5);
    working -= 1;
    throw new Error("failed");
  };
  const results = await Promise.allSettled([1, 2, 3].map(() => withLock(file, work)));
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  expect(most).toBe(1);
  expect(existsSync(file)).toBe(false);
});

test("the lock of a process that has died is taken over", async () => {
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, `${pid} someone`);
  expect(await withLock(file, async () => "done")).toBe("done");
});

test("a lock that nobody touches any more is taken over, though its number lives on in another process", async () => {
  writeFileSync(file, `${process.ppid} someone`);
  const done = await withLock(
    file,
    async () => "done",
    () => {},
    { silentMs: 50 },
  );
  expect(done).toBe("done");
});

test("a lock is not taken over because the clock has jumped", async () => {
  writeFileSync(file, `${process.ppid} someone`);
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(file, hourAgo, hourAgo);
  let released = false;
  const waiting = withLock(
    file,
    async () => released,
    () =>
      setTimeout(() => {
        released = true;
        rmSync(file);
      }, 300),
  );
  expect(await waiting).toBe(true);
});

test("the lock of a living process is waited for", async () => {
  writeFileSync(file, `${process.ppid} someone`);
  const waiting = withLock(
    file,
    async () => "done",
    () => rmSync(file),
  );
  expect(await waiting).toBe("done");
});
