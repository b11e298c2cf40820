import { type Problem, SETUP } from "./problem";

/** Problems of what never became a request. Contract section 1. */
export const UNPARSED_PROBLEMS = {
  malformed_request: {
    status: 400,
    title: "This is not HTTP that can be read",
    retryable: false,
    userMessage: SETUP,
    cause: "The request line or a header breaks the rules of HTTP/1.1.",
    remedy: "Send the request by an HTTP library.",
  },
  request_timeout: {
    status: 408,
    title: "The request did not arrive in time",
    retryable: true,
    userMessage: "This took too long. Check your connection and try again.",
    cause: "Its headers took longer than 10 seconds, or all of it longer than 30. Nothing was done.",
    remedy: "Send the same request again, with the same Idempotency-Key.",
  },
  headers_too_large: {
    status: 431,
    title: "The headers are too large",
    retryable: false,
    userMessage: SETUP,
    cause: "Request line and headers are larger than 16 KiB together.",
    remedy: "Send only the documented headers.",
  },
} satisfies Record<string, Problem>;
