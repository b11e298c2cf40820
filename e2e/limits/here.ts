import { inject, onTestFinished } from "vitest";
import { type Bucket, memoryBuckets } from "../../packages/http/limits/bucket";
import type { ApiResponse } from "../../packages/http/types";
import { createApi } from "../../server/instance/instance";
import { createPages } from "../../server/instance/pages";
import { createLimits } from "../../server/limits/limits";
import { depsHere } from "../support/here";
import { sharedSettings } from "../support/shared";

interface Asked {
  key?: string;
  /** Of the connection. */
  from?: string;
  body?: string;
  type?: string;
}

/**
 * The API in this process, over the shared database. The clock of its limits stands still until the test moves it: no
 * machine is too slow for them.
 */
export function limitedHere(
  key: Bucket = { capacity: 20, perSecond: 1 },
  databaseUrl = inject("stack").databaseUrl,
) {
  let at = 0;
  const adapters = depsHere(sharedSettings({ DATABASE_URL: databaseUrl }));
  onTestFinished(() => adapters.close());
  const deps = {
    ...adapters,
    limits: createLimits({ key, store: memoryBuckets(() => at) }),
  };
  const { handle, published } = createApi(deps);
  const pages = createPages(deps, published, () => true);

  async function ask(method: string, path: string, asked: Asked = {}): Promise<ApiResponse> {
    const { key, from = "203.0.113.1", body, type = "application/json" } = asked;
    const response = await handle({
      method,
      path,
      query: "",
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": type }),
      },
      readBody: async (limit) => {
        const bytes = Buffer.from(body ?? "");
        return bytes.length > limit ? null : bytes;
      },
      address: from,
    });
    // Names in small letters, as a compressible response has them already.
    return { ...response, headers: Object.fromEntries(new Headers(response.headers)) };
  }
  return {
    ask,
    /** Seconds that a page's form from this address has to wait; null where it may pass. */
    async form(from: string): Promise<number | null> {
      const headers = new Headers({ Origin: deps.baseUrl });
      const refusal = await pages.gate.refusalOf({
        method: "POST",
        path: "/",
        query: "",
        headers,
        address: from,
      });
      return refusal && Number(refusal.headers["Retry-After"]);
    },
    /** Moves the clock of the limits. */
    pass(seconds: number) {
      at += seconds * 1000;
    },
    /** Asks so often at once, and gives how many were not refused by a limit. */
    async admitted(times: number, send: () => Promise<ApiResponse>): Promise<number> {
      const answers = await Promise.all(Array.from({ length: times }, send));
      return answers.filter(({ status }) => status !== 429).length;
    },
  };
}

/** What RateLimit says is left. */
export const left = ({ headers }: ApiResponse) => Number(/;r=(\d+)/.exec(headers.ratelimit ?? "")?.[1]);
