import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnsweredRequest } from "../db/request-log";
import { newId } from "../domain/ids";
import { createRequestLog, loggedPath, problemCodeIn } from "./request-log";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

function scene({ hasTimer = true, write = async (_: readonly AnsweredRequest[]) => {} } = {}) {
  const written: AnsweredRequest[][] = [];
  const lost: [number, unknown][] = [];
  const log = createRequestLog(
    async (requests) => {
      await write(requests);
      written.push([...requests]);
    },
    (...told) => void lost.push([told[0], told[1]]),
    hasTimer,
  );
  const note = (times = 1) => {
    for (let n = 0; n < times; n++)
      log.note(
        {
          ...{ providerId: newId("prv"), id: newId("req"), keyId: newId("key"), method: "GET" },
          ...{ path: "/v1/events", operation: "listEvents", status: 200, code: null },
          ...{ durationMs: 3, isReplay: false },
        },
        performance.now() - 10,
      );
  };
  return { log, written, lost, note, sizes: () => written.map(({ length }) => length) };
}

it("writes what came in a second together, and says how long ago it was", async () => {
  const { written, note, sizes } = scene();
  note(3);
  await vi.advanceTimersByTimeAsync(999);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sizes()).toEqual([3]);
  expect(written[0]?.[0]?.agoMs).toBeGreaterThanOrEqual(10);
});

it("writes at once where there is much, in parts", async () => {
  const { note, sizes, log } = scene();
  note(1_200);
  await log.flush();
  expect(sizes()).toEqual([500, 500, 200]);
});

it("without a timer waits until it is told to write", async () => {
  const { note, written, log } = scene({ hasTimer: false });
  note();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(written).toEqual([]);
  await log.flush();
  expect(written).toHaveLength(1);
});

it("keeps no more than so many while the database does not respond, and tells how many are missing", async () => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const { note, lost, sizes, log } = scene({ write: () => held });
  note(500);
  await vi.advanceTimersByTimeAsync(0);
  note(5_010);
  release();
  await log.flush();
  await log.flush();
  expect(sizes().reduce((sum, one) => sum + one, 0)).toBe(5_500);
  expect(lost).toEqual([[10, undefined]]);
});

it("loses what could not be written, with one line, and goes on", async () => {
  const fault = new Error("no such table");
  let isAway = true;
  const { note, lost, sizes, log } = scene({
    write: () => (isAway ? Promise.reject(fault) : Promise.resolve()),
  });
  note(2);
  await log.flush();
  expect(lost).toEqual([[2, fault]]);
  isAway = false;
  note();
  await log.flush();
  expect(sizes()).toEqual([1]);
});

it("logs ids of a path, and nothing else that a caller wrote", () => {
  const [checkout, refund] = [newId("chk"), newId("ref")];
  const template = "/v1/provider-checkouts/{checkoutId}/refunds/{refundId}";
  expect(loggedPath(template, [checkout, refund])).toBe(
    `/v1/provider-checkouts/${checkout}/refunds/${refund}`,
  );
  for (const other of [
    "amelia@example.com",
    "cht_5f0VbM2sYqLw8tGzKc1RnXd7JhPaUe3ToAyBi6QvNk4",
    `${checkout}x`,
    "",
  ])
    expect(loggedPath("/v1/events/{eventId}", [other])).toBe("/v1/events/{eventId}");
});

it("finds the code of a problem, also of a stored one", () => {
  expect(problemCodeIn({ status: 404, body: { code: "not_found" } })).toBe("not_found");
  expect(problemCodeIn({ status: 402, body: '{"code":"card_declined"}' })).toBe("card_declined");
  expect(problemCodeIn({ status: 200, body: '{"code":"card_declined"}' })).toBeNull();
  expect(problemCodeIn({ status: 416, body: null })).toBeNull();
});
