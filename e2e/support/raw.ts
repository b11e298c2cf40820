import { request } from "node:http";
import { inject } from "vitest";
import type { Door } from "./stack";

export interface RawAnswer {
  status: number;
  headers: Record<string, string | undefined>;
  text: string;
}

interface RawOptions {
  key?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A request as node:http sends it, without what fetch forbids or tidies: any method, any path, any header. */
export function raw(
  door: Door,
  method: string,
  path: string,
  { key, headers, body }: RawOptions = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(inject("stack").doors[door]);
  const all = {
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers: all }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as RawAnswer["headers"],
          text,
        }),
      );
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
