import { isProblem, type Schema } from "../index.js";
import { sleep } from "../retry.js";
import type { Command } from "./command.js";

const PAUSE_MS = 2_000;

type Entry = Schema<"SandboxRequests">["data"][number];

export const LOGS: Command = {
  words: [],
  summary: "Prints each request of this API key as it is answered, until Ctrl-C",
  more: "Sandbox only. It begins with the newest 20, and sees 20 every two seconds at most. Bodies and queries are not kept.",
  hasJson: true,
  async run({ client, signal, json, print, note }) {
    // What is not among the newest any more does not come again.
    let shown: ReadonlySet<string> | null = null;
    let isTroubled = false;
    while (!signal.aborted) {
      try {
        const data = await client.sandbox.requests({ signal });
        if (isTroubled) note("The requests can be read again.");
        isTroubled = false;
        for (const one of [...data].reverse())
          if (!shown?.has(one.request_id)) print(json ? JSON.stringify(one) : lineOf(one));
        shown = new Set(data.map(({ request_id }) => request_id));
      } catch (error) {
        if (signal.aborted) break;
        // A key that may not, or a service that has no log.
        if (shown === null && isProblem(error) && !error.retryable) throw error;
        if (!isTroubled) note(`The requests cannot be read: ${(error as Error).message}`);
        isTroubled = true;
      }
      await sleep(PAUSE_MS, signal).catch(() => {});
    }
    return true;
  },
};

function lineOf({ at, method, route, status, code, duration_ms, request_id }: Entry): string {
  return [at, method, route, status, code ?? "-", `${duration_ms} ms`, request_id].join("  ");
}
