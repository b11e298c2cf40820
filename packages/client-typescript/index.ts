export {
  createProviderCheckoutClient,
  type ProviderCheckoutClient,
  type ProviderCheckoutOptions,
} from "./client.js";
export {
  ConnectionError,
  type FieldError,
  isProblem,
  type ProblemCode,
  ProblemError,
  type ProblemOf,
} from "./errors.js";
export type { RequestOptions, Schema } from "./options.js";
export type { RetryOptions } from "./retry.js";
export { type TestCard, testToken } from "./sandbox.js";
export type { components, paths } from "./schema.js";
export { type WaitOptions, WaitTimeoutError } from "./wait.js";
export {
  type UnwrapOptions,
  type WebhookEvent,
  type WebhookHeaders,
  WebhookVerificationError,
  webhooks,
} from "./webhooks.js";
