import { networkOf } from "../net/addresses";

/** A request as it is known when it was answered. Nothing in its line is as the caller wrote it. */
interface Answered {
  method: string;
  /** The template of its address, `/v1/provider-checkouts/{checkoutId}`; null where there is no such address. */
  route: string | null;
  /** 499 where the client had gone. */
  status: number;
  /** `performance.now()` when it arrived. */
  since: number;
  /** Of the answer's body. */
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
export function createAccessLog(mode: "off" | "on", write: (line: object) => void): AccessLog | null {
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
