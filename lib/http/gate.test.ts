import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { memoryBuckets } from "../../packages/http/limits/bucket";
import { createLimits } from "../../server/limits/limits";
import { makeApiKey, parseApiKey } from "../crypto/api-key";
import { newId } from "../domain/ids";
import { NO_POLICY } from "../domain/plan-policy";
import { createHandler } from "./handler";
import { nothing, type Served } from "./operation";
import { createSecurityEvents } from "./security-events";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (id: string, path: string, scope?: "checkouts:write"): Served<null> => ({
  id,
  method: "GET",
  path,
  summary: "",
  description: "",
  tag: "",
  access: "key",
  scope,
  input: nothing,
  responses: {},
  errors: [],
  receive: () => ({ warnings: [], run: async () => ({ status: 200, body: {} }) }),
});

/** The same, with an answer of so many bytes. */
const large = (path: string, bytes: number): Served<null> => ({
  ...row("large", path),
  receive: () => ({ warnings: [], run: async () => ({ status: 200, body: "x".repeat(bytes) }) }),
});

/** A service whose one key may read, five times at once. */
function service() {
  const id = newId("key");
  const { key } = makeApiKey("sandbox", id);
  const provider = {
    id: newId("prv"),
    code: "harbour",
    name: "Harbour",
    timeZone: "Australia/Sydney",
    ...NO_POLICY,
  };
  const handle = createHandler({
    access: null,
    requestLog: null,
    operations: [
      row("read", "/v1/read"),
      row("write", "/v1/write", "checkouts:write"),
      large("/v1/large", 200_000),
    ],
    deps: null,
    environment: "sandbox",
    baseUrl: "http://host.test",
    jobsSecret: undefined,
    trustedProxyHops: 0,
    limits: createLimits({ key: { capacity: 5, perSecond: 0.001 }, store: memoryBuckets(() => 0) }),
    findKey: async () => ({
      caller: { provider, keyId: id, scopes: [], now: () => new Date() },
      secretSha256: parseApiKey(key)!.secretSha256,
      expiresAt: null,
      revokedAt: null,
    }),
    isUnavailable: () => false,
    logFault: () => {},
    security: createSecurityEvents(() => {}),
    meters: { request: () => () => {} },
  });
  /** The answer's status, and whether it was held back for a moment. */
  return async (method: string, path: string) => {
    let status: number | undefined;
    void handle({
      method,
      path,
      query: "",
      headers: { authorization: `Bearer ${key}` },
      readBody: async () => null,
      address: "203.0.113.1",
    }).then((answer) => {
      status = answer.status;
    });
    await vi.advanceTimersByTimeAsync(0);
    const isHeld = status === undefined;
    await vi.advanceTimersByTimeAsync(250);
    return [status, isHeld];
  };
}

it.each([
  ["GET", "/v1/nothing", 404],
  ["PUT", "/v1/read", 405],
  ["GET", "/v1/write", 403],
])(
  "%s %s is refused by %i at once, and once the key's bucket is empty after a moment",
  async (method, path, status) => {
    const ask = service();
    expect(await ask("GET", "/v1/read")).toEqual([200, false]);
    for (let i = 0; i < 4; i++) expect(await ask(method, path)).toEqual([status, false]);
    expect(await ask("GET", "/v1/read")).toEqual([429, true]);
    expect(await ask(method, path)).toEqual([status, true]);
  },
);

it("a large answer takes a token for each 64 KiB beyond those that its request paid for", async () => {
  const ask = service();
  expect(await ask("GET", "/v1/read")).toEqual([200, false]);
  // Four of five: its own, and three for 200,000 bytes.
  expect(await ask("GET", "/v1/large")).toEqual([200, false]);
  expect(await ask("GET", "/v1/read")).toEqual([429, true]);
});
