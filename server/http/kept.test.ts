import { expect, it } from "vitest";
import { createKept } from "./kept.mjs";

/** Keeps so many pages, each with the number of its drawing; what is told of a path is its response. */
function keeping(pages: number, told: Record<string, { status?: number; cookie?: string }> = {}) {
  let drawings = 0;
  const kept = createKept(async (request, response) => {
    drawings++;
    const { status = 200, cookie } = told[request.url ?? ""] ?? {};
    if (cookie) response.setHeader("Set-Cookie", cookie);
    response.writeHead(status).end(`${drawings}`);
  }, pages);
  let turns = 0;
  const turn = async () => {
    turns++;
    return () => {};
  };
  return {
    /** Which drawing it is. */
    ask: async (path: string, state = "") => Number((await kept(path, state, turn)).body.toString()),
    turns: () => turns,
  };
}

it("a page is drawn once for each state of what it shows, and waits for a turn only to be drawn", async () => {
  const { ask, turns } = keeping(10);
  expect([await ask("/a", "1"), await ask("/a", "1")]).toEqual([1, 1]);
  expect([await ask("/a", "2"), await ask("/a", "2")]).toEqual([2, 2]);
  expect(await ask("/a", "1")).toBe(3);
  expect(turns()).toBe(3);
});

it("who asks while it is drawn gets the same drawing", async () => {
  const { ask } = keeping(10);
  expect(await Promise.all([ask("/a"), ask("/a"), ask("/a")])).toEqual([1, 1, 1]);
});

it("of more pages than may be kept, those that were not asked for longest are drawn again", async () => {
  const { ask } = keeping(2);
  await ask("/a");
  await ask("/b");
  await ask("/a");
  expect(await ask("/c")).toBe(3);
  expect(await ask("/a")).toBe(1);
  expect(await ask("/b")).toBe(4);
});

it("neither a failure nor a response with a cookie is kept", async () => {
  const { ask } = keeping(10, { "/lost": { status: 404 }, "/own": { cookie: "a=1" } });
  expect([await ask("/lost"), await ask("/lost")]).toEqual([1, 2]);
  expect([await ask("/own"), await ask("/own")]).toEqual([3, 4]);
});

it("what is not kept takes the place of nothing that is", async () => {
  const { ask } = keeping(1, { "/lost": { status: 404 } });
  expect([await ask("/a"), await ask("/lost"), await ask("/a")]).toEqual([1, 2, 1]);
});

it("a page that Next ends in the middle is a failure, and not kept", async () => {
  const kept = createKept(async (_, response) => void response.destroy());
  for (let i = 0; i < 2; i++) await expect(kept("/a", "", async () => () => {})).rejects.toThrow();
});
