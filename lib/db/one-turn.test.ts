import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Id } from "../domain/ids";
import type { Db } from "./client";
import { inOneTurn } from "./one-turn";

const [db, otherDb] = [{}, {}] as [Db, Db];
const [provider, otherProvider] = ["prv_1", "prv_2"] as [Id<"prv">, Id<"prv">];

/** A table of the numbers below 100, which notes what it was asked. */
function table() {
  const asked: number[][] = [];
  const find = inOneTurn<number, string>(async (_db, _provider, keys) => {
    asked.push(keys);
    await setImmediate();
    if (keys.includes(-1)) throw new Error("lost");
    return new Map(keys.filter((key) => key < 100).map((key) => [key, `row ${key}`]));
  });
  return { find, asked };
}

it("asks once for all keys of a turn, and gives each its own row", async () => {
  const { find, asked } = table();
  const rows = await Promise.all([1, 2, 100, 1].map((key) => find(db, provider, key)));
  expect(rows).toEqual(["row 1", "row 2", null, "row 1"]);
  expect(asked).toEqual([[1, 2, 100]]);
});

it("asks anew for what is asked while it asks", async () => {
  const { find, asked } = table();
  const first = find(db, provider, 1);
  while (asked.length === 0) await setImmediate();
  expect(await Promise.all([first, find(db, provider, 1)])).toEqual(["row 1", "row 1"]);
  expect(asked).toEqual([[1], [1]]);
});

it("joins neither two providers nor two databases", async () => {
  const { find, asked } = table();
  await Promise.all([find(db, provider, 1), find(db, otherProvider, 2), find(otherDb, provider, 3)]);
  expect(asked).toEqual([[1], [2], [3]]);
});

it("asks for no more than twenty-five at once", async () => {
  const { find, asked } = table();
  const rows = await Promise.all(Array.from({ length: 60 }, (_, key) => find(db, provider, key)));
  expect(rows[26]).toBe("row 26");
  expect(asked.map((keys) => keys.length)).toEqual([25, 25, 10]);
});

it("a failure is everybody's who was waiting, and nobody's after that", async () => {
  const { find } = table();
  const both = await Promise.allSettled([find(db, provider, -1), find(db, provider, 1)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await find(db, provider, 1)).toBe("row 1");
});
