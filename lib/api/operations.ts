import type { Deps } from "../deps";
import type { DeliveryDeps } from "../events/context";
import type { Operation } from "../http/operation";
import { checkoutOperations } from "./checkouts";
import { eventOperations } from "./events";
import { type HealthState, healthOperations } from "./health";
import { sandboxOperations } from "./sandbox";
import { serviceOperations } from "./service";
import { webhookOperations } from "./webhooks";

/**
 * Every operation of the service, once: router and OpenAPI document are made from this table. Those of the sandbox do
 * not exist in production.
 */
export function operationsOf(
  deps: Deps & Partial<Pick<DeliveryDeps, "webhooks">>,
  health: HealthState = { isDraining: false },
): readonly Operation[] {
  const all: Operation[] = [];
  all.push(...serviceOperations(deps, () => all), ...checkoutOperations(deps));
  all.push(...healthOperations(deps, health));
  all.push(...eventOperations(deps), ...webhookOperations(deps, deps.webhooks?.allowLoopback ?? false));
  if (deps.environment !== "production") all.push(...sandboxOperations(deps));
  return all;
}
