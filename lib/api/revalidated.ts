import type { Outcome } from "../http/operation";
import type { ApiRequest } from "../http/types";

/** 304 when the caller has it already: with the headers that the 200 would have had, without its content's. */
export function revalidated({ headers }: ApiRequest, outcome: Outcome): Outcome {
  const { ETag: etag, "Cache-Control": cacheControl } = outcome.headers ?? {};
  const tags = (headers["if-none-match"] ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (etag === undefined || !(tags.includes(etag) || tags.includes("*"))) return outcome;
  return {
    status: 304,
    headers: { ETag: etag, ...(cacheControl !== undefined && { "Cache-Control": cacheControl }) },
    body: null,
  };
}
