import { expect, it } from "vitest";
import { oncePerRequest } from "./once-per-request";

it("reads once in a request and for one key, until it is told to forget", async () => {
  let request: object | undefined = {};
  let reads = 0;
  const once = oncePerRequest(
    () => request,
    async (key) => `${key} ${++reads}`,
  );
  expect([await once.ask("a"), await once.ask("a")]).toEqual(["a 1", "a 1"]);
  expect(await once.ask("b")).toBe("b 2");
  once.forget();
  expect(await once.ask("b")).toBe("b 3");
  request = {};
  expect(await once.ask("b")).toBe("b 4");
  request = undefined;
  expect([await once.ask("b"), await once.ask("b")]).toEqual(["b 5", "b 6"]);
});

it("reads again after a read that failed", async () => {
  const request = {};
  let reads = 0;
  const once = oncePerRequest(
    () => request,
    async () => {
      if (++reads === 1) throw new Error("The database is away");
      return reads;
    },
  );
  await expect(once.ask("a")).rejects.toThrow("away");
  expect([await once.ask("a"), await once.ask("a")]).toEqual([2, 2]);
});
