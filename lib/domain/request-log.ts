import type { Id } from "./ids";

/** So many requests of each API key are kept. */
export const REQUESTS_KEPT = 20;

/** One answered request of an API key. Nothing in it is as the caller wrote it. */
export interface LoggedRequest {
  providerId: Id<"prv">;
  keyId: Id<"key">;
  /** The `Request-Id`. */
  id: Id<"req">;
  at: Date;
  method: string;
  /** The template of its address, `/v1/provider-checkouts/{checkoutId}`; `none` where there is no such address. */
  route: string;
  status: number;
  /** Of the problem; null where it was not refused. */
  code: string | null;
  durationMs: number;
}

/** A request as the API shows it. */
export const shownRequest = ({ id, at, method, route, status, code, durationMs }: LoggedRequest) => ({
  request_id: id,
  at: at.toISOString(),
  method,
  route,
  status,
  code,
  duration_ms: durationMs,
});
