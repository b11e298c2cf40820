import type { ErrorCode } from "../domain/errors";
import { type Problem, SETUP } from "./problem";

/** The part of the table about events and webhook endpoints. Contract section 8. */
export const WEBHOOK_PROBLEMS = {
  event_not_found: {
    status: 404,
    title: "There is no such event",
    retryable: false,
    userMessage: SETUP,
    cause: "No event of the last 90 days with this id belongs to the key's provider.",
    remedy: "Check the id. What an older event told, the checkout itself still says.",
  },
  webhook_endpoint_not_found: {
    status: 404,
    title: "There is no such webhook endpoint",
    retryable: false,
    userMessage: SETUP,
    cause: "No webhook endpoint with this id belongs to the key's provider, or it was deleted.",
    remedy: "Check the endpoint_id against the list of webhook endpoints.",
  },
  webhook_endpoint_disabled: {
    status: 409,
    title: "The webhook endpoint is disabled",
    retryable: false,
    userMessage: SETUP,
    cause: "A test or a replay was asked for, and the endpoint gets nothing; disabled_reason says why.",
    remedy: "Enable the endpoint, then ask again.",
  },
  webhook_endpoint_limit_reached: {
    status: 409,
    title: "The provider has as many webhook endpoints as it may",
    retryable: false,
    userMessage: SETUP,
    cause: "A provider has at most 20 webhook endpoints, disabled ones included.",
    remedy: "Delete one that is not used, or change it.",
  },
} satisfies Partial<Record<ErrorCode, Problem>>;
