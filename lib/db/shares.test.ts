import type postgres from "postgres";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { newId } from "../domain/ids";
import { databaseWasNeverReached, isDatabaseUnavailable } from "./errors";
import { inShares, isRead, onBehalfOf } from "./shares";

/** A driver whose queries and transactions end when the test says so. */
function driver(poolSize: number, patienceMs?: number) {
  const running: { text: string; end(): void }[] = [];
  const begun = (text: string) => {
    let resolve = () => {};
    const promise = new Promise<void>((done) => {
      resolve = done;
    });
    running.push({ text, end: resolve });
    return promise;
  };
  const query = (text: string) => ({
    values: () => query(text),
    // biome-ignore lint/suspicious/noThenProperty: the driver's queries are sent when they are awaited
    then: (...callbacks: Parameters<Promise<void>["then"]>) => begun(text).then(...callbacks),
  });
  const sql = inShares(
    {
      unsafe: query,
      begin: async (work: (inner: unknown) => unknown) => {
        const result = await work({ unsafe: query });
        await begun("commit");
        return result;
      },
    } as unknown as postgres.Sql,
    { poolSize, patienceMs },
  );
  const ask = async (owner: ReturnType<typeof tenant> | null, text: string) => {
    if (owner === null) await sql.unsafe(text).values();
    else await onBehalfOf(owner, async () => sql.unsafe(text).values());
  };
  return { sql, ask, running, texts: () => running.map(({ text }) => text) };
}

const tenant = () => newId("prv");
const soon = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

describe("shares of the connections", () => {
  it.each([
    [1, 1, 1],
    [2, 1, 2],
    [10, 5, 9],
    [40, 20, 39],
  ])("of %i are %i for one, and %i for all together", async (poolSize, ofOne, ofAll) => {
    const { ask, running } = driver(poolSize);
    const one = tenant();
    for (let i = 0; i < 50; i++) void ask(one, "one").catch(() => {});
    await soon();
    expect(running).toHaveLength(ofOne);
    for (let i = 0; i < 50; i++) void ask(tenant(), "another").catch(() => {});
    await soon();
    expect(running).toHaveLength(ofAll);
    void ask(null, "update api_key");
    await soon();
    expect(running).toHaveLength(ofAll + 1);
  });

  it("go round among those who wait, and one whose share is in use keeps nobody else waiting", async () => {
    const { ask, running, texts } = driver(4);
    const [one, other] = [tenant(), tenant()];
    for (const text of ["a1", "a2", "a3", "a4"]) void ask(one, text);
    for (const text of ["b1", "b2"]) void ask(other, text);
    await soon();
    expect(texts()).toEqual(["a1", "a2", "b1"]);
    running[2]!.end();
    await soon();
    expect(texts()).toEqual(["a1", "a2", "b1", "b2"]);
    running[0]!.end();
    running[3]!.end();
    await soon();
    expect(texts()).toEqual(["a1", "a2", "b1", "b2", "a3"]);
  });

  it("who waits too long is refused as certainly not sent, and may come again", async () => {
    const { ask, running, texts } = driver(1, 3_000);
    const one = tenant();
    void ask(one, "locked");
    const late = ask(one, "late").catch((error) => error);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(isDatabaseUnavailable(await late)).toBe(true);
    expect(databaseWasNeverReached(await late)).toBe(true);
    running[0]!.end();
    await soon();
    void ask(one, "again");
    await soon();
    expect(texts()).toEqual(["locked", "again"]);
  });

  it("only so many wait, the rest is refused at once", async () => {
    const { ask } = driver(1);
    const one = tenant();
    const refused = vi.fn();
    for (let i = 0; i < 1_005; i++) void ask(one, "a query").catch(refused);
    await soon();
    expect(refused).toHaveBeenCalledTimes(4);
  });

  it("are waited for before a transaction begins, never inside", async () => {
    const { sql, running, texts } = driver(1);
    const done = onBehalfOf(tenant(), () =>
      sql.begin(async (inner) => {
        await inner.unsafe("inside");
        await sql.unsafe("beside");
      }),
    );
    await soon();
    running[0]!.end();
    await soon();
    running[1]!.end();
    await soon();
    expect(texts()).toEqual(["inside", "beside", "commit"]);
    running[2]!.end();
    await done;
  });

  it("are free again after a failure", async () => {
    const { ask, sql, texts } = driver(1);
    const one = tenant();
    const failing = onBehalfOf(one, () => sql.begin(() => Promise.reject(new Error("refused"))));
    await expect(failing).rejects.toThrow("refused");
    void ask(one, "next");
    await soon();
    expect(texts()).toEqual(["next"]);
  });
});

it.each([
  "select 1 from a\nfor update",
  "select 1 from a for no key update of a skip locked",
  "select 1 into b from a",
  "select 1; delete from a",
  "select nextval('a')",
  "select pg_try_advisory_xact_lock(1) as free",
  "with one as (insert into a values (1) returning 1) select 1 from one",
  "(select 1)",
])("%j is no read", (text) => {
  expect(isRead(text)).toBe(false);
});

it("a read is one", () => {
  expect(isRead('select "a", count(*) from b where format = $1 and nextval is null')).toBe(true);
});
