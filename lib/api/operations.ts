import type { Served } from "../http/operation";
import { CHECKOUT_OPERATIONS } from "./checkouts";
import { EVENT_OPERATIONS } from "./events";
import type { ApiDeps } from "./operation";
import { advanceClock, PLAN_OPERATIONS } from "./plans";
import { REFUND_OPERATIONS } from "./refunds";
import { SANDBOX_OPERATIONS } from "./sandbox";
import { ENVIRONMENT_OPERATIONS, PROCESSOR_OPERATIONS } from "./service";
import { SETTLEMENT_OPERATIONS } from "./settlements";
import { WEBHOOK_OPERATIONS } from "./webhooks";

const EVERYWHERE = [
  ...ENVIRONMENT_OPERATIONS,
  ...CHECKOUT_OPERATIONS,
  ...PLAN_OPERATIONS,
  ...REFUND_OPERATIONS,
  ...SETTLEMENT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...PROCESSOR_OPERATIONS,
];

/** The operations of the API and its OpenAPI document. The sandbox's operations do not exist in production. */
export const operationsOf = (environment: "sandbox" | "production"): readonly Served<ApiDeps>[] =>
  environment === "sandbox" ? [...EVERYWHERE, ...SANDBOX_OPERATIONS, advanceClock] : EVERYWHERE;
