import { randomBytes } from "node:crypto";
import { createServer, type Socket } from "node:net";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { sealedProbe } from "../../drizzle/schema";
import { createVault } from "../../lib/crypto/vault";
import { checkKeys, KeyFault } from "../../server/keys/check-keys";
import { withCheckedKeys } from "../../server/keys/checked-vault";
import { Api } from "../support/api";
import { planBody } from "../support/bodies";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { depsHere, serveHere } from "../support/here";
import { until } from "../support/poll";
import { makeProvider } from "../support/provider";
import { freePort, settingsOf } from "../support/stack";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;
const faultOf = (checking: Promise<unknown>) =>
  checking.then(
    () => "no fault",
    (error) => (error instanceof KeyFault ? error.message : Promise.reject(error)),
  );
const WRONG = (version: number) => `APP_KEYS: version ${version} is another key than the one that sealed`;

/** A database of the test's own, and starts on it with keys that the test chooses. */
async function place() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const depsWith = (keys: string) => {
    const deps = depsHere(settingsOf(databaseUrl, keys, "x".repeat(24)));
    onTestFinished(() => deps.close());
    return deps;
  };
  const start = (keys: string) => faultOf(checkKeys(depsWith(keys)));
  const { db } = depsWith(newKey(9));
  return {
    db,
    start,
    versions: (keys: string) =>
      runCommand("keys:app", ["versions"], { DATABASE_URL: databaseUrl, APP_KEYS: keys }),
    probes: async () => (await db.select().from(sealedProbe)).map(({ keyVersion }) => keyVersion).sort(),
    /** Has a server with these keys take a checkout, whose answer it seals. */
    async take(keys: string) {
      const server = await serveHere(settingsOf(databaseUrl, keys, "x".repeat(24)));
      onTestFinished(() => server.stop());
      const provider = await makeProvider({}, db);
      const answer = await new Api(server.url, provider.key).create(planBody(provider), {
        headers: { "Idempotency-Key": "a-key" },
      });
      expect(answer.status).toBe(201);
    },
  };
}

describe("the keys of a start", () => {
  it("are told to be wrong by the command that tells of versions", async () => {
    const { start, take, versions, probes } = await place();
    const key = newKey(1);
    const told = async (keys: string) =>
      (await versions(keys)).rows.filter(({ key_version: version }) => version).map(({ wrong }) => wrong);
    await take(key);
    expect(await told(newKey(1)), "a version without a probe").toEqual([false]);
    expect(await probes(), "it only looks").toEqual([]);
    expect(await start(key)).toBe("no fault");
    expect(await told(newKey(1))).toEqual([true]);
    expect(await told(key)).toEqual([false]);
  });

  it("are found wrong at once where a version has other bytes, whichever of them it is", async () => {
    const { start, probes } = await place();
    const [one, two] = [newKey(1), newKey(2)];
    expect(await start(one)).toBe("no fault");
    expect(await start(newKey(1))).toContain(WRONG(1));
    expect(await start(`${two},${newKey(1)}`)).toContain(WRONG(1));
    expect(await probes()).toEqual([1, 2]);
    expect(await start(`${two},${one}`)).toBe("no fault");
    expect(await start(`${newKey(2)},${one}`)).toContain(WRONG(2));
  });

  it("of several that are first at once are one set, and whoever has another is refused", async () => {
    const { start } = await place();
    const keys = Array.from({ length: 6 }, () => newKey(1));
    const ends = await Promise.all([...keys, ...keys].map(start));
    const good = keys.filter((_, at) => ends[at] === "no fault");
    expect(good).toHaveLength(1);
    expect(ends.filter((end) => end === "no fault")).toHaveLength(2);
    for (const end of ends.filter((one) => one !== "no fault")) expect(end).toContain(WRONG(1));
    expect(await start(good[0]!)).toBe("no fault");
  });

  it("must not lack a version that something needs: the message says what, how many and until when", async () => {
    const { start, take } = await place();
    const [one, two] = [newKey(1), newKey(2)];
    expect(await start(one)).toBe("no fault");
    await take(one);
    const message = await start(two);
    expect(message).toMatch(
      /^APP_KEYS: version 1 is missing and still needed, by 1 stored answers, 1 open links to bank pages until 20\S+Z\. Add it again after the others\. `npm run keys:app -- versions`/,
    );
    expect(await start(`${two},${one}`)).toBe("no fault");
    expect(await start(two)).toBe(message);
  });

  it("may lack one that nothing needs, whose probe is forgotten; a newer one's is kept", async () => {
    const { start, probes } = await place();
    const [one, two] = [newKey(1), newKey(2)];
    expect(await start(`${one},${two}`)).toBe("no fault");
    expect(await start(one)).toBe("no fault");
    expect(await probes()).toEqual([1, 2]);
    expect(await start(two)).toBe("no fault");
    expect(await probes()).toEqual([2]);
  });
});

describe("a start without a database", () => {
  /** The start of a server whose database does not answer before `comeBack`. */
  async function startBefore(key: string) {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const moved = new URL(databaseUrl);
    moved.port = String(await freePort());
    const over = (url: string) => depsHere(settingsOf(url, key, "x".repeat(24)));
    const [nowhere, real] = [over(moved.href), over(databaseUrl)];
    onTestFinished(() => real.close());
    const errors: string[] = [];
    const log = {
      info() {},
      warn() {},
      error: ({ error }: { error?: Error }) => void errors.push(error?.message ?? ""),
    };
    const place = { db: nowhere.db, settings: nowhere.settings };
    const deps = await withCheckedKeys({
      ...nowhere,
      log,
      get db() {
        return place.db;
      },
      get settings() {
        return place.settings;
      },
    });
    onTestFinished(() => deps.close());
    return {
      deps,
      errors,
      db: real.db,
      comeBack: () => Object.assign(place, { db: real.db, settings: real.settings }),
    };
  }

  it("ends at once when it is told to, however often it has asked", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const port = await freePort();
    const url = `postgres://nobody@127.0.0.1:${port}/nothing`;
    const deps = await withCheckedKeys(depsHere(settingsOf(url, newKey(1), "x".repeat(24))));
    const silent: Socket[] = [];
    let isOver = false;
    const server = createServer((socket) => {
      silent.push(socket.on("error", () => {}));
      if (isOver) socket.destroy();
    }).listen(port, "127.0.0.1");
    onTestFinished(() => void server.close());
    await vi.advanceTimersByTimeAsync(60_000);
    await until("it asks", () => silent.length > 0);
    isOver = true;
    const closed = deps.close();
    for (const socket of silent) socket.destroy();
    await closed;
    expect(silent).toHaveLength(1);
  });

  it("goes on; nothing is sealed, opened or derived until the keys were checked, and it is not ready", async () => {
    const key = newKey(1);
    const { deps, comeBack } = await startBefore(key);
    const sealed = createVault(key).seal("probe", "row", Buffer.from("x"));
    expect(deps.keysAreChecked()).toBe(false);
    expect(() => deps.vault.seal("probe", "row", Buffer.from("x"))).toThrow("not checked yet");
    expect(() => deps.vault.open("probe", "row", sealed)).toThrow("not checked yet");
    expect(() => deps.vault.derive("probe", 1, "x")).toThrow("not checked yet");
    comeBack();
    await until("the keys are checked", () => deps.keysAreChecked());
    expect(Buffer.from(deps.vault.open("probe", "row", sealed)).toString()).toBe("x");
  });

  it("never seals with a key that turns out to be the wrong one, and says so once", async () => {
    const { deps, errors, db, comeBack } = await startBefore(newKey(1));
    await checkKeys({ ...deps, db, vault: createVault(newKey(1)) });
    comeBack();
    await until("it is told", () => errors.length > 0);
    expect(errors).toEqual([expect.stringContaining(WRONG(1))]);
    expect(deps.keysAreChecked()).toBe(false);
    expect(() => deps.vault.seal("probe", "row", Buffer.from("x"))).toThrow("not checked yet");
  });
});
