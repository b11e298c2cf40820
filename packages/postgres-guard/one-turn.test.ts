import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Db } from "./declared";
import { inOneTurn } from "./one-turn";

const [db, otherDb] = [{}, {}] as [Db, Db];
const [tenant, otherTenant] = ["one", "other"];

/** A table of the numbers below 100, which notes what it was asked. */
function table() {
  const asked: number[][] = [];
  const find = inOneTurn<string, number, string>(async (_db, _tenant, keys) => {
    asked.push(keys);
    await setImmediate();
    if (keys.includes(-1)) throw new Error("lost");
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `row ${key}`]));
  });
  return { find, asked };
}

it("asks once for all keys of a turn, and gives each its own row", async () => {
  const { find, asked } = table();
  const rows = await Promise.all([1, 2, 100, 1].map((key) => find(db, tenant, key)));
  expect(rows).toEqual(["row 1", "row 2", null, "row 1"]);
  expect(asked).toEqual([[1, 2, 100]]);
});

it("asks anew for what is asked while it asks", async () => {
  const { find, asked } = table();
  const first = find(db, tenant, 1);
  while (asked.length === 0) await setImmediate();
  expect(await Promise.all([first, find(db, tenant, 1)])).toEqual(["row 1", "row 1"]);
  expect(asked).toEqual([[1], [1]]);
});

it("joins neither two tenants nor two databases", async () => {
  const { find, asked } = table();
  await Promise.all([find(db, tenant, 1), find(db, otherTenant, 2), find(otherDb, tenant, 3)]);
  expect(asked).toEqual([[1], [2], [3]]);
});

it("asks for no more than twenty-five at once", async () => {
  const { find, asked } = table();
  const rows = await Promise.all(Array.from({ length: 60 }, (_, key) => find(db, tenant, key)));
  expect(rows[26]).toBe("row 26");
  expect(asked.map((keys) => keys.length)).toEqual([25, 25, 10]);
});

it("a failure is everybody's who was waiting, and nobody's after that", async () => {
  const { find } = table();
  const both = await Promise.allSettled([find(db, tenant, -1), find(db, tenant, 1)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find(db, tenant, 1)).toBe("row 1");
});
