import type { IncomingHttpHeaders } from "node:http";
import type { faultOf } from "./objects";

export interface Call {
  method: string;
  pathname: string;
  headers: IncomingHttpHeaders;
  query: Record<string, string>;
  body: unknown;
}

export interface Reply {
  status: number;
  body?: unknown;
}

export const refusedBy = (...faults: ReturnType<typeof faultOf>[]): Reply => ({ status: 400, body: faults });
