import { expect, it, onTestFinished, vi } from "vitest";
import { CheckoutError } from "../domain/errors";
import { createSecurityEvents, type SecurityLine } from "./security-events";

function events() {
  const lines: SecurityLine[] = [];
  return { lines, security: createSecurityEvents((line) => lines.push(line)) };
}

it("a line names the network, the key and the request, and no address", () => {
  const { lines, security } = events();
  const note = (address: string | null, keyId?: string) =>
    security.note("api_key_refused", "unknown", { address, requestId: "req_1", keyId });
  for (const address of ["203.0.113.7", "2001:db8::1", "", "x", null]) note(address);
  note("203.0.113.7", "key_a");
  const networks = lines.map(({ network }) => network);
  expect(networks).toEqual([
    "203.0.113.0/24",
    "2001:db8::/64",
    "unknown",
    "unknown",
    "unknown",
    "203.0.113.0/24",
  ]);
  expect(lines.at(-1)).toEqual({
    event: "security",
    kind: "api_key_refused",
    reason: "unknown",
    network: "203.0.113.0/24",
    key_id: "key_a",
    request_id: "req_1",
  });
});

it("a flood of one kind and reason has 100 lines a minute, and others have theirs", () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 9) });
  onTestFinished(() => void vi.useRealTimers());
  const { lines, security } = events();
  const flood = () => {
    for (let at = 0; at < 500; at++)
      security.note("api_key_refused", "unknown", { address: `10.0.${at & 255}.1`, requestId: "req_1" });
  };
  flood();
  expect(lines).toHaveLength(100);
  security.note("link_refused", "resume_link", { address: null, requestId: "req_1" });
  expect(lines).toHaveLength(101);
  vi.advanceTimersByTime(60_000);
  flood();
  expect(lines).toHaveLength(201);
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
