import type { Deps } from "../deps";
import type { Operation } from "../http/operation";
import { checkoutOperations } from "./checkouts";
import { sandboxOperations } from "./sandbox";
import { serviceOperations } from "./service";

/** Every operation of the service, once: router, OpenAPI document and route files are made from this table. */
export function operationsOf(deps: Deps): readonly Operation[] {
  const all: Operation[] = [];
  all.push(...serviceOperations(deps, () => all), ...checkoutOperations(deps), ...sandboxOperations(deps));
  return all;
}
