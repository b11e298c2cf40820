import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MAX_BODY_BYTES, MAX_FILE_FORM_BYTES } from "../../lib/domain/limits";
import { memoryBuckets } from "../../packages/http/limits/bucket";
import { createLimits } from "../limits/limits";
import { createPageGate } from "./page-gate";
import { createSandboxGuard } from "./sandbox-guard";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BASE = "https://pay.example.com";
const FILE_FORM = "/console/college/set-up/details/own/logo";

function gate(isSandbox = false) {
  let at = 0;
  const limits = createLimits({ key: { capacity: 1, perSecond: 1 }, store: memoryBuckets(() => at) });
  const guard = createSandboxGuard({ password: undefined, host: undefined, baseUrl: BASE });
  const security = { note: () => {} };
  const made = createPageGate({
    limits,
    baseUrl: BASE,
    isSandbox,
    guard,
    security,
    hasCalls: () => true,
  });
  async function ask(method: string, address: string, headers: Record<string, string> = {}, path = "/") {
    const asked = made.refusalOf({ method, path, query: "", address, headers: new Headers(headers) });
    await vi.advanceTimersByTimeAsync(250);
    return asked;
  }
  return {
    ...made,
    ask,
    look: (address = "203.0.113.1") => ask("GET", address),
    post: (headers: Record<string, string>, path?: string) => ask("POST", "203.0.113.1", headers, path),
    pass(seconds: number) {
      at += seconds * 1000;
    },
  };
}

it("closes a sandbox's own pages, and leaves a production service without them", async () => {
  const answerOf = async (isSandbox: boolean, path: string) => {
    const request = { method: "GET", path, query: "", address: "203.0.113.1", headers: new Headers() };
    const asked = gate(isSandbox).refusalOf(request);
    await vi.advanceTimersByTimeAsync(250);
    return (await asked)?.status ?? null;
  };
  expect(await answerOf(true, "/sandbox/mail")).toBe(403);
  // Next answers it: it is a page that is not there.
  for (const path of ["/sandbox", "/sandbox/mail"])
    expect([path, await answerOf(false, path)]).toEqual([path, null]);
});

it.each([
  ["garbage", 400],
  ["%", 400],
  ["%5B%5D", 400],
  [encodeURIComponent("[".repeat(5000)), 400],
  [encodeURIComponent(JSON.stringify(["", {}, null, null])), undefined],
])("what Next's script tells of its page, %.20s, is read before Next reads it", async (tree, status) => {
  const answer = await gate().ask("GET", "203.0.113.1", { rsc: "1", "next-router-state-tree": tree });
  expect(answer?.status).toBe(status);
});

describe("looking at pages", () => {
  it("is 200 at once and 40 a second for each address", async () => {
    const { look, pass } = gate();
    for (let i = 0; i < 200; i++) expect(await look()).toBeNull();
    expect(await look()).toMatchObject({ status: 429, headers: { "Retry-After": "1" } });
    expect(await look("203.0.113.2")).toBeNull();
    pass(1);
    for (let i = 0; i < 40; i++) expect(await look()).toBeNull();
    expect((await look())?.status).toBe(429);
  });

  it("is 200 at once for all together whose address nobody knows", async () => {
    const { look } = gate();
    for (let i = 0; i < 200; i++) expect(await look("")).toBeNull();
    expect((await look(""))?.status).toBe(429);
  });
});

describe("a form", () => {
  it("counts with the requests without a key, not with the pages", async () => {
    const { post, look } = gate();
    for (let i = 0; i < 600; i++) expect(await post({ Origin: BASE })).toBeNull();
    expect((await post({ Origin: BASE }))?.status).toBe(429);
    expect(await look()).toBeNull();
  });

  it.each([
    [{}, 403],
    [{ Origin: "https://evil.example" }, 403],
    [{ Origin: "null" }, 403],
    [{ Origin: "null", "Sec-Fetch-Site": "cross-site" }, 403],
    [{ Origin: "null", "Sec-Fetch-Site": "same-origin" }, undefined],
    [{ Origin: BASE, "Content-Length": String(MAX_BODY_BYTES) }, undefined],
    [{ Origin: BASE, "Content-Length": String(MAX_BODY_BYTES + 1) }, 413],
    [{ Origin: BASE, "Content-Length": String(MAX_BODY_BYTES + 1) }, undefined, FILE_FORM],
    [{ Origin: BASE, "Content-Length": String(MAX_FILE_FORM_BYTES + 1) }, 413, FILE_FORM],
  ] as [Record<string, string>, number | undefined, string?][])(
    "with %j is answered with %s",
    async (headers, status, path?: string) => {
      expect((await gate().post(headers, path))?.status).toBe(status);
    },
  );

  it("of another site counts for nothing: the student's own network pays for none of it", async () => {
    const { post } = gate();
    for (let i = 0; i < 700; i++) expect((await post({ Origin: "https://evil.example" }))?.status).toBe(403);
    expect(await post({ Origin: BASE })).toBeNull();
  });
});

describe("turns to draw", () => {
  it("a page waits for its turn however long that takes; only a line that is full refuses it", async () => {
    const { turn, busy } = gate();
    const request = { method: "GET", path: "/", query: "", address: "203.0.113.1", headers: new Headers() };
    await turn(request);
    const refused: Error[] = [];
    for (let i = 0; i < 201; i++) turn(request).catch((error) => refused.push(error));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(refused.map(({ name }) => name)).toEqual(["NoTurn"]);
    expect(busy(request)).toMatchObject({ status: 503, headers: { "Retry-After": "5" } });
  });

  it("forms have turns of their own, because one may wait for a bank", async () => {
    const { turn } = gate();
    const request = { method: "POST", path: "/", query: "", address: "203.0.113.1", headers: new Headers() };
    await Promise.all([turn(request), turn(request)]);
    let drawn = false;
    turn({ ...request, method: "GET" }).then(() => {
      drawn = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(drawn).toBe(true);
  });
});
