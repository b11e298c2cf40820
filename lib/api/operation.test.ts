import { expect, it } from "vitest";
import type { Received } from "../http/operation";
import { nothing } from "../http/operation";
import { type ApiDeps, ok, operation } from "./operation";
import { operationsOf } from "./operations";

const operations = operationsOf("sandbox");
const named = (id: string) => operations.find((one) => one.id === id)!;

it("an operation has the errors of its shape before its own, each once", () => {
  expect(named("getCheckout").errors.slice(-3)).toEqual([
    "insufficient_scope",
    "checkout_not_found",
    "not_found",
  ]);
  expect(named("cancelCheckout").errors.slice(-3)).toEqual([
    "idempotency_key_reused",
    "cancel_not_applicable",
    "checkout_expired",
  ]);
  for (const { id, errors } of operations) expect([id, errors]).toEqual([id, [...new Set(errors)]]);
});

it("a legacy route does what the operation does that it repeats", () => {
  const [route, repeated] = [named("confirmCheckoutLegacy"), named("confirmCheckout")];
  expect(route.path).toBe("/api/provider-checkout-confirm");
  expect([route.input, route.responses]).toEqual([repeated.input, repeated.responses]);
});

it("an operation that needs a key does not run without a caller", async () => {
  const row = operation({
    id: "take",
    client: "take",
    method: "GET",
    path: "/v1/take",
    tag: "",
    summary: "",
    description: "",
    access: "key",
    scope: "checkouts:read",
    input: nothing,
    responses: {},
    run: () => ok({}),
  });
  const { run } = row.receive({} as ApiDeps, undefined, new URLSearchParams());
  await expect(run({} as Received, null)).rejects.toThrow("without its key");
});
