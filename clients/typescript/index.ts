export {
  createProviderCheckoutClient,
  type ProviderCheckoutClient,
  type ProviderCheckoutOptions,
  type Schema,
} from "./client.js";
export {
  ConnectionError,
  type FieldError,
  isProblem,
  type ProblemCode,
  ProblemError,
  type ProblemOf,
} from "./errors.js";
export type { RetryOptions } from "./retry.js";
export type { components, paths } from "./schema.js";
export { type WaitOptions, WaitTimeoutError } from "./wait.js";
export {
  type UnwrapOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
  webhooks,
} from "./webhooks.js";
