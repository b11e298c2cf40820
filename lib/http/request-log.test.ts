import { expect, it } from "vitest";
import { newId } from "../domain/ids";
import type { LoggedRequest } from "../domain/request-log";
import { createRequestLog } from "./request-log";

const request = (): LoggedRequest => ({
  ...{ providerId: newId("prv"), keyId: newId("key"), id: newId("req"), at: new Date() },
  ...{ method: "GET", route: "/v1/events", status: 200, code: null, durationMs: 1 },
});

it("however many ask at once, one write is under way and one waits, and all is written", async () => {
  let writes = 0;
  let isAway = true;
  const written: LoggedRequest[] = [];
  const write = async (rows: readonly LoggedRequest[]) => {
    writes++;
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (isAway) throw new Error("The database is away");
    written.push(...rows);
  };
  const log = createRequestLog(write, false, () => {});
  log.note(request());
  const first = log.flush();
  await Promise.resolve();
  await Promise.all([first, ...Array.from({ length: 10 }, () => log.flush())]);
  expect(writes).toBe(2);
  isAway = false;
  await log.close();
  expect([writes, written.length]).toEqual([3, 1]);
});
