import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { sql as query } from "drizzle-orm";
import postgres from "postgres";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { type Database, openDatabase } from "../../lib/db/client";
import { compiled } from "../../packages/postgres-guard/index";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";

/** The driver's faults, of which `patches/README.md` tells, and what the pool makes of it. */
const FAILS_IN_MID_RESULT = "select 10 / (5 - g) from generate_series(1, 10) g";
const NEXT = "select g as n from generate_series(1, 3) g";
const WHOLE = [{ n: 1 }, { n: 2 }, { n: 3 }];

const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});

function open(prepare = true, url = inject("cluster")): Database["db"] {
  const { db, close } = openDatabase({ url, poolSize: 1, prepare, name: "driver-test" });
  ended.push(close);
  return db;
}

describe("the driver", () => {
  it("rejects a rollback on a connection that is gone, and what it was for with it", async () => {
    const [sql, killer] = [1, 2].map(() => postgres(inject("cluster"), { max: 1 }));
    ended.push(
      () => sql!.end(),
      () => killer!.end(),
    );
    const begun = sql!.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      await killer!`select pg_terminate_backend(${row!.pid}, 60000)`;
      for (const _ of [1, 2, 3]) await new Promise((resolve) => setImmediate(resolve));
      throw new Error("to be rolled back");
    });
    await expect(begun).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  });

  it("says why the server closed a connection", async () => {
    const [db, killer] = [open(), open()];
    const [row] = await db.execute<{ pid: number }>(query`select pg_backend_pid() as pid`);
    const asked = db.execute(query`with slept as (select pg_sleep(600)) select 1 from slept`);
    const told = expect(asked).rejects.toMatchObject({
      cause: { code: "CONNECTION_CLOSED", cause: { code: "57P01" } },
    });
    await until("it sleeps", async () => {
      const asleep = query`select 1 from pg_stat_activity where pid = ${row!.pid} and wait_event = 'PgSleep'`;
      return (await killer.execute(asleep)).length > 0;
    });
    await killer.execute(query`select pg_terminate_backend(${row!.pid})`);
    await told;
  });

  it("fails on nonsense in place of a password's salt, and nothing else does", async () => {
    const sasl = (code: number, text: string) => {
      const body = Buffer.concat([Buffer.from([0, 0, 0, code]), Buffer.from(text)]);
      const head = Buffer.from([0x52, 0, 0, 0, body.length + 4]);
      return Buffer.concat([head, body]);
    };
    const answers = [sasl(10, "SCRAM-SHA-256\0\0"), sasl(11, "nonsense")];
    const server = createServer((socket) => {
      let at = 0;
      socket.on("error", () => {}).on("data", () => answers[at] && socket.write(answers[at++]!));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    ended.push(async () => void server.close());
    const { port } = server.address() as AddressInfo;
    const db = open(true, `postgres://user:secret@127.0.0.1:${port}/name`);
    await expect(db.execute(query`select 1`)).rejects.toMatchObject({
      cause: { code: "ERR_INVALID_ARG_TYPE" },
    });
  });
});

it("the text of a statement that failed is not kept by the driver", async () => {
  const db = open();
  const kept = vi.spyOn(Map.prototype, "set");
  await expect(db.execute(query.raw("select 'to be forgotten' / 0"))).rejects.toThrow();
  const keys = kept.mock.calls.map(([key]) => key);
  kept.mockRestore();
  expect(keys.filter((key) => String(key).includes("to be forgotten"))).toEqual([]);
});

describe("Drizzle over the driver", () => {
  it.each([true, false])("gives a whole result after one that broke off, prepare %s", async (prepare) => {
    const db = open(prepare);
    await expect(db.execute(query.raw(FAILS_IN_MID_RESULT))).rejects.toThrow();
    expect([...(await db.execute(query.raw(NEXT)))]).toEqual(WHOLE);
  });

  it("asks nothing of its own on a new connection: nobody could catch what fails there", async () => {
    const proxy = await startPostgresProxy(inject("cluster"));
    ended.push(() => proxy.close());
    proxy.holdAt("pg_catalog.pg_type");
    const asked = open(true, proxy.url)
      .execute(query.raw(NEXT))
      .then(
        (rows) => [...rows],
        () => "cut",
      );
    await Promise.race([asked, until("a question of its own", proxy.isHolding)]);
    await proxy.cut();
    expect(await asked).toEqual(WHOLE);
  });

  it("gives a whole result inside a transaction after a savepoint that broke off", async () => {
    const db = open();
    const rows = await db.transaction(async (tx) => {
      await expect(
        tx.transaction((inner) => inner.execute(query.raw(FAILS_IN_MID_RESULT))),
      ).rejects.toThrow();
      return [...(await tx.execute(query.raw(NEXT)))];
    });
    expect(rows).toEqual(WHOLE);
  });
});

describe("a connection that is cut", () => {
  it.each([true, false])("in the middle of a transaction ends that alone, prepare %s", async (prepare) => {
    const db = open(prepare);
    const other = open();
    let goOn = () => {};
    const cut = db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(query`select pg_backend_pid() as pid`);
      await other.execute(query`select pg_terminate_backend(${row!.pid})`);
      await new Promise<void>((resolve) => (goOn = resolve));
      throw new Error("to be rolled back");
    });
    await expect(cut).rejects.toThrow();
    goOn();
    for (let times = 0; times < 3; times++) expect([...(await db.execute(query.raw(NEXT)))]).toEqual(WHOLE);
  });
});

it("a transaction ends in the failure of a statement that nobody awaited, and not as if it were committed", async () => {
  const db = open();
  const work = db.transaction(async (tx) => {
    tx.execute(query`select 1 / 0`).catch(() => {});
  });
  await expect(work).rejects.toMatchObject({ code: "22012" });
});

describe("a transaction whose connection was cut", () => {
  it("writes nothing more, though the pool has opened that connection for others again", async () => {
    const db = open();
    const killer = open();
    const cut = db.transaction(async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(query`select pg_backend_pid() as pid`);
      await killer.execute(query`select pg_terminate_backend(${row!.pid})`);
      await until("the pool is whole again", () =>
        db.execute(query.raw(NEXT)).then(
          () => true,
          () => false,
        ),
      );
      await tx.execute(query`select set_config('probe.written', 'late', false)`).catch(() => {});
    });
    await expect(cut).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
    const [row] = await db.execute<{ written: string | null }>(
      query`select current_setting('probe.written', true) as written`,
    );
    expect(row?.written ?? "").toBe("");
  });
});

describe("the patch", () => {
  it("is in the build that Node imports", () => {
    const source = readFileSync("node_modules/postgres/src/connection.js", "utf8");
    const patched = readFileSync("patches/postgres+3.4.9.patch", "utf8")
      .split("\n")
      .filter((line) => /^\+(?!\+\+ )\s*\S/.test(line));
    expect(patched.length).toBeGreaterThan(5);
    for (const line of patched) expect(source).toContain(`${line.slice(1)}\n`);
    expect(import.meta.resolve("postgres")).toMatch(/postgres\/src\/index\.js$/);
  });
});

describe("statements", () => {
  const NAMED = query`select name, statement from pg_prepared_statements where statement like '%probe%' and name <> ''`;

  async function named(db: Pick<Database["db"], "execute">) {
    await db.execute(query`select ${"probe"}::text as probe`);
    await db.execute(query`select ${"probe again"}::text as probe`);
    const rows = [...(await db.execute<{ statement: string }>(NAMED))];
    return rows.filter(({ statement }) => !statement.includes("pg_prepared_statements")).length;
  }

  it("are named and prepared once for all values", async () => {
    expect(await named(open())).toBe(1);
  });

  it("are named inside transactions and savepoints too", async () => {
    expect(await open().transaction((tx) => named(tx))).toBe(1);
    expect(await open().transaction((tx) => tx.transaction((inner) => named(inner)))).toBe(1);
  });

  it("have no name where they are planned anew for their values", async () => {
    const db = open();
    const [anew, probe] = [{ isPlannedAnew: true } as const, {}].map((declared) =>
      compiled(declared, (one) => ({
        toSQL: () => one.execute(query`select ${"probe"}::text as probe`).getQuery(),
      })),
    );
    const count = async () => [...(await db.execute(NAMED))].length;
    const before = await count();
    for (const _ of [1, 2]) expect([...(await anew!(db, {}))]).toEqual([["probe"]]);
    expect(await count()).toBe(before);
    await probe!(db, {});
    expect(await count()).toBe(before + 1);
  });

  it("have no names with prepare off", async () => {
    expect(await named(open(false))).toBe(0);
    expect(await open(false).transaction((tx) => named(tx))).toBe(0);
  });
});
