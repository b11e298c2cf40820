import { networkOf } from "../net/addresses";

/** One request and its answer. Nothing in it is as the caller wrote it. See docs/decisions/018-logs.md. */
export interface AccessLine {
  event: "request";
  method: string;
  /** The template of its address, `/v1/provider-checkouts/{checkoutId}`; `none` where there is no such address. */
  route: string;
  /** 499 where the client had gone. */
  status: number;
  /** Milliseconds to the answer of the API, and to the end of sending a page. */
  duration_ms: number;
  /** Of the answer's body. */
  bytes: number;
  request_id: string | null;
  /** `203.0.113.0/24`, as in security events. */
  network: string;
  key_id?: string;
  provider_id?: string;
}

/** A request as it is known when it was answered. */
interface Answered {
  method: string;
  route: string | null;
  status: number;
  /** `performance.now()` when it arrived. */
  since: number;
  bytes: number;
  requestId: string | null;
  address: string;
  keyId?: string;
  providerId?: string;
}

export interface AccessLog {
  tell(answered: Answered): void;
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
export const knownMethod = (method: string) => (METHODS.includes(method) ? method : "other");
/** What is asked for every second, and says little. */
const LEFT_OUT = /^\/(livez|readyz|_next\/static\/|favicon\.ico|icon\.svg|capture\/|embed\/|accent\/)/;

/** @returns null where none is asked for */
export function createAccessLog(mode: "off" | "on", write: (line: AccessLine) => void): AccessLog | null {
  if (mode === "off") return null;
  return {
    tell({ method, route, status, since, bytes, requestId, address, keyId, providerId }) {
      if (LEFT_OUT.test(route ?? "")) return;
      write({
        event: "request",
        method: knownMethod(method),
        route: route ?? "none",
        status,
        duration_ms: Math.round((performance.now() - since) * 10) / 10,
        bytes,
        request_id: requestId,
        network: networkOf(address),
        ...(keyId && { key_id: keyId }),
        ...(providerId && { provider_id: providerId }),
      });
    },
  };
}
