import { codeOf, propertyOf } from "../text/narrow";

/**
 * Whether connecting failed, so that no byte of the request was sent. The code alone does not tell: a host can also become
 * unreachable after the request was sent.
 */
export function isNotSent(cause: unknown): boolean {
  if (cause instanceof AggregateError) return cause.errors.length > 0 && cause.errors.every(isNotSent);
  const syscall = propertyOf(cause, "syscall");
  return codeOf(cause) === "UND_ERR_CONNECT_TIMEOUT" || syscall === "connect" || syscall === "getaddrinfo";
}
