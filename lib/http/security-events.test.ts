import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CheckoutError } from "../domain/errors";
import { createSecurityEvents, type SecurityLine } from "./security-events";

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9) }));
afterEach(() => void vi.useRealTimers());

function events() {
  const lines: SecurityLine[] = [];
  const security = createSecurityEvents((line) => lines.push(line));
  let requests = 0;
  return {
    lines,
    security,
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    see(times: number, address = "203.0.113.7", keyId?: string) {
      for (let i = 0; i < times; i++)
        security.note("api_key_refused", "unknown", { address, requestId: `req_${++requests}`, keyId });
    },
  };
}
const sum = (lines: SecurityLine[]) => lines.reduce((total, { count }) => total + count, 0);

it("tells of the first at once, and of those that follow by their sum a minute later", () => {
  const { lines, see, pass } = events();
  see(1500);
  const first = { event: "security", kind: "api_key_refused", reason: "unknown", network: "203.0.113.0/24" };
  const since = "2026-11-22T09:00:00.000Z";
  expect(lines).toEqual([{ ...first, request_id: "req_1", count: 1, since }]);
  pass(59_999);
  expect(lines).toHaveLength(1);
  pass(1);
  expect(lines.slice(1)).toEqual([{ ...first, count: 1499, since }]);
});

it("goes on with one sum a minute while it lasts, and begins anew after a quiet minute", () => {
  const { lines, see, pass } = events();
  for (let minute = 0; minute < 5; minute++) {
    see(100);
    pass(60_000);
  }
  expect(lines.map(({ count }) => count)).toEqual([1, 99, 100, 100, 100, 100]);
  pass(60_000);
  see(1);
  expect(lines.at(-1)).toMatchObject({ count: 1, request_id: "req_501", since: "2026-11-22T09:06:00.000Z" });
});

it("tells networks and keys apart, and addresses of one network not", () => {
  const { lines, see } = events();
  for (const address of ["203.0.113.7", "203.0.113.8", "2001:db8::1", "2001:db8::2", "", "x"])
    see(1, address);
  see(1, "203.0.113.7", "key_a");
  expect(lines.map(({ network, key_id }) => [network, key_id])).toEqual([
    ["203.0.113.0/24", undefined],
    ["2001:db8::/64", undefined],
    ["unknown", undefined],
    ["203.0.113.0/24", "key_a"],
  ]);
});

it("is bounded in a flood from everywhere, of which the rest is one sum; another kind is told all the same", () => {
  const { lines, see, pass, security } = events();
  for (let network = 0; network < 5000; network++) see(2, `10.${network >> 8}.${network & 255}.1`);
  expect(lines).toHaveLength(51);
  security.note("link_refused", "resume_link", { address: "203.0.113.7", requestId: "req_x" });
  expect(lines.at(-1)).toMatchObject({ kind: "link_refused", count: 1 });
  pass(60_000);
  expect(lines).toHaveLength(52 + 51);
  expect(lines.filter(({ network }) => network === "others").map(({ count }) => count)).toEqual([1, 9899]);
  expect(sum(lines)).toBe(10_001);
});

it("loses none, whenever they come and whenever it ends", () => {
  const step = fc.record({ times: fc.nat(5), network: fc.nat(70), ms: fc.nat(90_000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const { lines, security, pass } = events();
      let seen = 0;
      for (const { times, network, ms } of steps) {
        for (let i = 0; i < times; i++, seen++)
          security.note("limit_reached", "key", { address: `10.0.${network}.1`, requestId: "req_1" });
        pass(ms);
      }
      security.close();
      expect(sum(lines)).toBe(seen);
      expect(vi.getTimerCount()).toBe(0);
    }),
  );
});

it("is told of the API's refusals that are a matter of security, and of no other", () => {
  const { lines, security } = events();
  const source = { address: "203.0.113.7", requestId: "req_1", keyId: "key_a" };
  const refuse = (
    code: CheckoutError["code"],
    noted?: CheckoutError["noted"],
    access: "key" | "jobs-secret" = "key",
  ) => security.refused(new CheckoutError(code, "", { noted: noted ?? undefined }), access, source);
  refuse("invalid_api_key");
  refuse("invalid_api_key", { reason: "revoked", keyId: "key_b" });
  refuse("api_key_expired", { reason: "expired", keyId: "key_b" });
  refuse("api_key_wrong_environment");
  refuse("authentication_required", undefined, "jobs-secret");
  refuse("rate_limited", { reason: "address" });
  refuse("rate_limited");
  refuse("checkout_token_invalid");
  refuse("provider_code_mismatch");
  refuse("not_found", { reason: "encoding" });
  for (const code of ["authentication_required", "not_found", "validation_failed", "internal_error"] as const)
    refuse(code);
  expect(lines.map(({ kind, reason, key_id }) => `${kind} ${reason} ${key_id}`)).toEqual([
    "api_key_refused malformed key_a",
    "api_key_refused revoked key_b",
    "api_key_refused expired key_b",
    "api_key_refused wrong_environment key_a",
    "jobs_secret_refused wrong key_a",
    "limit_reached address key_a",
    "limit_reached order key_a",
    "checkout_token_refused wrong key_a",
    "provider_code_refused foreign key_a",
    "path_refused encoding key_a",
  ]);
});
