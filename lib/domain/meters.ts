import type { DeclinedBy } from "./declines";

/** Where a process reports its work, for the metrics that operators read. `server/metrics/meters.ts` keeps count. */
export interface Meters {
  /**
   * A request has arrived.
   * @returns what to call with its response
   */
  request(): (route: string, method: string, status: number) => void;
  /**
   * Rounds of background work begin.
   * @returns what to call at the end of each
   */
  round(name: "settle" | "documents" | "deliver" | "mail"): (seconds: number, isDone: boolean) => void;
  webhook(isTaken: boolean, seconds: number): void;
  /** An unexpected error: thrown, rejected, or met by a page or by a request outside the API. */
  fault(kind: Fault): void;
  unusualDeclines(by: DeclinedBy): void;
  /** A browser reports that a card page's content policy has blocked something. */
  contentBlocked(page: string, directive: string): void;
  /** In the text format of Prometheus, version 0.0.4. */
  text(): Promise<string>;
}

export type Fault = "exception" | "rejection" | "page" | "request";
