import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { createApi } from "../../lib/api/instance";
import { newestMigration } from "../../lib/db/health";
import type { Deps } from "../../lib/deps";
import { makeDatabase } from "../support/database";
import { depsHere } from "../support/here";
import { settingsOf } from "../support/stack";

let deps: Deps;
beforeAll(() => {
  const { databaseUrl, appKeys, jobsSecret } = inject("stack");
  deps = depsHere(settingsOf(databaseUrl, appKeys, jobsSecret));
});
afterAll(() => deps.close());

/** What `/readyz` says: its status, and the checks that fail. */
async function ready(changed: Partial<Deps> = {}, isDraining = false) {
  const { handle } = createApi({ ...deps, ...changed }, { isDraining });
  const ask = (path: string) =>
    handle({ method: "GET", path, query: "", headers: {}, readBody: async () => null, address: "" });
  expect((await ask("/livez")).status).toBe(200);
  const { status, body } = await ask("/readyz");
  const { ready, checks } = JSON.parse(String(body)) as { ready: boolean; checks: Record<string, string> };
  expect(Object.keys(checks)).toEqual([
    "database",
    "migrations",
    "keys",
    "pool",
    "renderer",
    "clock",
    "draining",
  ]);
  expect(ready).toBe(status === 200);
  return [status, Object.keys(checks).filter((name) => checks[name] !== "pass")];
}

it("is ready where all is well", async () => {
  expect(await ready()).toEqual([200, []]);
});

it("is not while it ends, its keys were not tried, its renderer is lost or its clock is wrong, and says which", async () => {
  expect(await ready({}, true)).toEqual([503, ["draining"]]);
  expect(await ready({ keysAreChecked: () => false })).toEqual([503, ["keys"]]);
  expect(await ready({ agreements: { ...deps.agreements, isWell: () => false } })).toEqual([
    503,
    ["renderer"],
  ]);
  expect(await ready({ clock: { ...deps.clock, isRight: () => false } })).toEqual([503, ["clock"]]);
});

it("is not while nothing answers at its database's address", async () => {
  const { appKeys, jobsSecret } = inject("stack");
  const lost = depsHere(settingsOf("postgres://nobody@127.0.0.1:9/none", appKeys, jobsSecret));
  expect(await ready({ db: lost.db })).toEqual([503, ["database", "migrations", "pool"]]);
  await lost.close();
});

describe("of migrations", () => {
  /** A database whose newest migration is so many milliseconds from this build's. */
  async function apart(milliseconds: number) {
    const { appKeys, jobsSecret } = inject("stack");
    const own = depsHere(settingsOf(await makeDatabase(inject("cluster")), appKeys, jobsSecret));
    onTestFinished(() => own.close());
    const newest = newestMigration();
    const row = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${newest + milliseconds})`;
    await own.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at >= ${newest}`);
    await own.db.execute(row);
    return { db: own.db };
  }

  it("one that the build does not know yet harms nothing: the next release's comes before its servers", async () => {
    expect(await ready(await apart(1))).toEqual([200, []]);
  });

  it("one that is missing keeps it from being ready, though the database answers", async () => {
    expect(await ready(await apart(-1))).toEqual([503, ["migrations"]]);
  });
});

it("answers HEAD as GET, without a body", async () => {
  const ask = (method: string, isDraining: boolean) =>
    createApi(deps, { isDraining }).handle({
      ...{ method, path: "/readyz", query: "", headers: {}, address: "" },
      readBody: async () => null,
    });
  for (const isDraining of [false, true]) {
    const [head, get] = [await ask("HEAD", isDraining), await ask("GET", isDraining)];
    expect([head.status, head.body]).toEqual([isDraining ? 503 : 200, null]);
    expect(head.headers["Content-Length"]).toBe(String(Buffer.byteLength(String(get.body))));
    expect(head.headers["Cache-Control"]).toBe("no-store");
  }
});

it("asks anew each time, once for all who ask meanwhile", async () => {
  const own = { ...deps };
  const { handle } = createApi(own);
  const asked = vi.spyOn(own.db, "execute");
  const ask = () =>
    handle({
      method: "GET",
      path: "/readyz",
      query: "",
      headers: {},
      readBody: async () => null,
      address: "",
    });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers[0]!.headers["Cache-Control"]).toBe("no-store");
  expect(asked).toHaveBeenCalledTimes(1);
  await ask();
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

it("told to stop, it says so at once, though its database hangs", async () => {
  const own = { ...deps };
  const state = { isDraining: false };
  const { handle } = createApi(own, state);
  const ask = () =>
    handle({
      method: "GET",
      path: "/readyz",
      query: "",
      headers: {},
      readBody: async () => null,
      address: "",
    });
  expect((await ask()).status).toBe(200);
  const asked = vi.spyOn(own.db, "execute").mockReturnValue(new Promise(() => {}) as never);
  state.isDraining = true;
  const { status, body } = await ask();
  expect([status, JSON.parse(String(body)).checks.draining]).toEqual([503, "fail"]);
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});
