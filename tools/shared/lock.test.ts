import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { withLock } from "./lock.mjs";

const NAME = `unit ${process.pid}`;

/** Another command that has the lock until it is killed. */
async function holder(): Promise<ChildProcess> {
  const module = new URL("./lock.mjs", import.meta.url).href;
  const program = `import { withLock } from ${JSON.stringify(module)};
    await withLock(${JSON.stringify(NAME)}, () => new Promise(() => console.log("held")));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout!, "data");
  return child;
}

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
  const results = await Promise.allSettled([1, 2, 3].map(() => withLock(NAME, work)));
  expect(results.every(({ status }) => status === "rejected")).toBe(true);
  expect(most).toBe(1);
});

test("another process is waited for; once it was killed, its lock is free", async () => {
  const other = await holder();
  const told: string[] = [];
  const exited = once(other, "exit");
  const waiting = withLock(
    NAME,
    async () => (await exited)[1],
    () => {
      told.push("waiting");
      other.kill("SIGKILL");
    },
  );
  expect(await waiting).toBe("SIGKILL");
  expect(told).toEqual(["waiting"]);
});

test("other work is not waited for", async () => {
  const result = await withLock(NAME, () => withLock(`${NAME} too`, async () => "done"));
  expect(result).toBe("done");
});
