import { expect, it, vi } from "vitest";
import { resentQuery, type Sendable } from "./resent";

const lost = () => Object.assign(new Error("The connection was lost"), { code: "CONNECTION_CLOSED" });

/** A query of which the first tries fail as their connection is lost. */
function queryThat({ hasLeft, isRead, losses }: { hasLeft: boolean; isRead: boolean; losses: number }) {
  let tries = 0;
  const make = (): Sendable => ({ hasLeft, values: make }) as Sendable;
  const run = async () => {
    if (++tries <= losses) throw lost();
    return "done";
  };
  return { query: resentQuery(make, run, isRead), tries: () => tries };
}

it("a query is sent once, however often it is awaited", async () => {
  const { query, tries } = queryThat({ hasLeft: true, isRead: false, losses: 0 });
  expect(await Promise.all([query, query])).toEqual(["done", "done"]);
  expect(await query).toBe("done");
  expect(tries()).toBe(1);
});

it("a write that left is never made again", async () => {
  const { query, tries } = queryThat({ hasLeft: true, isRead: false, losses: 1 });
  await expect(query.values()).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(tries()).toBe(1);
});

it.each([
  { hasLeft: false, isRead: false },
  { hasLeft: true, isRead: true },
])("what changes nothing is made again, four times at most: $hasLeft, $isRead", async (kind) => {
  const once = queryThat({ ...kind, losses: 3 });
  expect(await once.query).toBe("done");
  const always = queryThat({ ...kind, losses: 9 });
  await expect(always.query).rejects.toMatchObject({ code: "CONNECTION_CLOSED" });
  expect(always.tries()).toBe(4);
});

it("what changes nothing is made again however long a try takes", async () => {
  let time = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (time += 60_000));
  const { query } = queryThat({ hasLeft: true, isRead: true, losses: 3 });
  expect(await query).toBe("done");
  clock.mockRestore();
});
