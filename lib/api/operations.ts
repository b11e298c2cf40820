import type { Deps } from "../deps";
import type { Operation } from "../http/operation";
import { checkoutOperations } from "./checkouts";
import { sandboxOperations } from "./sandbox";
import { serviceOperations } from "./service";

/**
 * Every operation of the service, once: router and OpenAPI document are made from this table. Those of the sandbox do
 * not exist in production.
 */
export function operationsOf(deps: Deps): readonly Operation[] {
  const all: Operation[] = [];
  all.push(...serviceOperations(deps, () => all), ...checkoutOperations(deps));
  if (deps.environment !== "production") all.push(...sandboxOperations(deps));
  return all;
}
