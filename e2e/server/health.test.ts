import { sql } from "drizzle-orm";
import { PostgresJsSession } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { newestMigration } from "../../packages/postgres-guard/health";
import { clientOf } from "../../packages/postgres-guard/index";
import type { Deps } from "../../server/instance/deps";
import { createApi } from "../../server/instance/instance";
import { makeDatabase } from "../support/database";
import { depsHere } from "../support/here";
import { sharedSettings } from "../support/shared";

let deps: Deps;
beforeAll(() => {
  deps = depsHere(sharedSettings());
});
afterAll(() => deps.close());

type Api = ReturnType<typeof createApi>;

const ask = ({ handle }: Pick<Api, "handle">, path = "/readyz", method = "GET") =>
  handle({ method, path, query: "", headers: {}, readBody: async () => null, address: "" });

const told = (body: unknown) =>
  JSON.parse(String(body)) as { ready: boolean; status: string; checks: Record<string, string> };

/** What `/readyz` says: its HTTP status, its own, and the checks that fail. */
async function ready(changed: Partial<Deps> = {}, isDraining = false) {
  const api = createApi({ ...deps, ...changed }, { isDraining });
  expect((await ask(api, "/livez")).status).toBe(200);
  const { status, body } = await ask(api);
  const { ready, status: own, checks } = told(body);
  expect(Object.keys(checks).join(" ")).toBe("database migrations keys pool renderer clock draining");
  expect(ready).toBe(status === 200);
  return [status, own, Object.keys(checks).filter((name) => checks[name] !== "pass")];
}

it("is ready where all is well", async () => {
  // The first connection of a slow machine may take longer than the second that a free one has.
  await expect.poll(() => ready(), { timeout: 120_000 }).toEqual([200, "ready", []]);
});

it("is not while it ends or its keys are wrong, and says which", async () => {
  expect(await ready({}, true)).toEqual([503, "not_ready", ["draining"]]);
  expect(await ready({ keysAreChecked: () => false })).toEqual([503, "not_ready", ["keys"]]);
});

it("is degraded while its renderer is lost or its clock is wrong", async () => {
  const lost = { agreements: { ...deps.agreements, isWell: () => false } };
  expect(await ready(lost)).toEqual([200, "degraded", ["renderer"]]);
  const real = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => real() + 60_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await ready({})).toEqual([200, "degraded", ["clock"]]);
});

it("is not while nothing answers at its database's address from its start, as its keys are not tried yet", async () => {
  const lost = depsHere(sharedSettings({ DATABASE_URL: "postgres://nobody@127.0.0.1:9/none" }));
  expect(await ready({ db: lost.db, keysAreChecked: () => false })).toEqual([
    503,
    "not_ready",
    ["database", "keys", "pool"],
  ]);
  await lost.close();
});

describe("of migrations", () => {
  /** A database whose newest migration is so many milliseconds from this build's. */
  async function apart(milliseconds: number) {
    const own = depsHere(sharedSettings({ DATABASE_URL: await makeDatabase(inject("cluster")) }));
    onTestFinished(() => own.close());
    const newest = newestMigration();
    const row = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', ${newest + milliseconds})`;
    await own.db.execute(sql`delete from drizzle.__drizzle_migrations where created_at >= ${newest}`);
    await own.db.execute(row);
    return { db: own.db };
  }

  it("one that the build does not know yet harms nothing: the next release's comes before its servers", async () => {
    expect(await ready(await apart(1))).toEqual([200, "ready", []]);
  });

  it("one that is missing keeps it from being ready, though the database answers", async () => {
    expect(await ready(await apart(-1))).toEqual([503, "not_ready", ["migrations"]]);
  });
});

it("answers HEAD as GET, without a body", async () => {
  for (const isDraining of [false, true]) {
    const api = createApi(deps, { isDraining });
    const [head, get] = [await ask(api, "/readyz", "HEAD"), await ask(api)];
    expect([head.status, head.body]).toEqual([isDraining ? 503 : 200, null]);
    expect(head.headers["Content-Length"]).toBe(String(Buffer.byteLength(String(get.body))));
    expect(head.headers["Cache-Control"]).toBe("no-store");
  }
});

describe("from memory", () => {
  /** An API whose database is asked when the test says so, and what passes without a wait. */
  async function place() {
    let now = Math.round(performance.now());
    vi.spyOn(performance, "now").mockImplementation(() => now);
    const state = { isDraining: false };
    const client = clientOf(deps.db);
    const asked = vi.fn(client.unsafe);
    const session = Object.create(PostgresJsSession.prototype, { client: { value: { unsafe: asked } } });
    const db = Object.create(deps.db, { _: { value: { ...deps.db._, session } } });
    const api = createApi({ ...deps, db }, state);
    expect((await ask(api)).status).toBe(200);
    asked.mockClear();
    onTestFinished(() => void vi.restoreAllMocks());
    const pass = (ms: number) => {
      now += ms;
    };
    return { api, state, asked, pass, hangs: () => asked.mockReturnValue(new Promise(() => {}) as never) };
  }

  it("it asks the database once a second, whoever asks", async () => {
    const { api, asked, pass } = await place();
    pass(999);
    for (let i = 0; i < 20; i++) expect((await ask(api)).status).toBe(200);
    expect(asked).not.toHaveBeenCalled();
    pass(1);
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(api)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("a database that hangs keeps no health check waiting, and one that is told to stop says so at once", async () => {
    const { api, state, asked, pass, hangs } = await place();
    hangs();
    pass(4_000);
    expect(told((await ask(api)).body).status).toBe("ready");
    pass(100_000);
    state.isDraining = true;
    const { status, body } = await ask(api);
    expect([status, told(body).checks.draining]).toEqual([503, "fail"]);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("a database that does not answer for seconds is told of as away, with the migrations that it had", async () => {
    const { api, pass, hangs } = await place();
    hangs();
    pass(5_000);
    expect(told((await ask(api)).body)).toMatchObject({
      ready: true,
      status: "degraded",
      checks: { database: "fail", migrations: "pass" },
    });
    const environment = await ask(api, "/v1/environment");
    expect(JSON.parse(String(environment.body)).ready_for_api_calls).toBe(false);
  });
});
