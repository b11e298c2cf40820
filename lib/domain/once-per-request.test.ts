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
