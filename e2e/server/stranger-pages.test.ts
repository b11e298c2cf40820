import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedSettings } from "../support/shared";
import { startServer } from "../support/stack";

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer("server", sharedSettings());
});
afterAll(() => server.stop());

describe("a page's query", () => {
  it.each(["/link", "/api/dd-setup", "/api/card-payment", "/nothing"])(
    "of %s has fifty parts at most",
    async (path) => {
      const ask = (query: string) =>
        fetch(`${server.url}${path}?${query}`, { headers: { Accept: "text/html" } });
      for (const part of ["a&", "nxtPa&"])
        expect((await ask(part.repeat(7_500 / part.length))).status).toBe(400);
      expect((await ask(Array.from({ length: 2_000 }, (_, at) => at).join("&"))).status).toBe(400);
      expect((await ask("utm_source=mail&".repeat(40))).status).not.toBe(400);
    },
  );
});

it("an action that is not there is told to no operator as a fault", async () => {
  const call = (headers: Record<string, string>, body: BodyInit) =>
    fetch(`${server.url}/link`, { method: "POST", headers: { Origin: server.url, ...headers }, body });
  const form = new FormData();
  form.set("x", "y");
  for (const answer of [
    await call({ "Next-Action": "b".repeat(42), "Content-Type": "text/plain" }, "[]"),
    await call({}, form),
  ])
    expect(answer.status).toBeLessThan(500);
  expect(server.output()).not.toContain("Next met a fault");
});
