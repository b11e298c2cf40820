import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "./log";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Line {
  level: number;
  msg: string;
  repeated?: number;
  since?: string;
  checkoutId?: string;
}

function kept() {
  const lines: Line[] = [];
  return { lines, log: createLog("info", { write: (line) => lines.push(JSON.parse(line)) }) };
}

const failing = (code: string) => ({ error: Object.assign(new Error("no"), { code }) });

test("the first ten lines of a kind are written in full, the rest of ten seconds as one line with their count", () => {
  const { lines, log } = kept();
  const since = new Date().toISOString();
  for (let n = 1; n <= 147; n++) log.error({ checkoutId: `chk_${n}` }, "It failed");
  expect(lines.map(({ checkoutId }) => checkoutId)).toEqual(
    Array.from({ length: 10 }, (_, index) => `chk_${index + 1}`),
  );
  vi.advanceTimersByTime(10_000);
  expect(lines).toHaveLength(11);
  expect(lines[10]).toMatchObject({ level: 50, msg: "It failed", repeated: 137, since });
  log.error({ checkoutId: "chk_148" }, "It failed");
  expect(lines[11]).toMatchObject({ checkoutId: "chk_148" });
});

test("kinds are told apart by level, message, and the names and codes of an error and its causes", () => {
  const { lines, log } = kept();
  const caused = (code: string) => ({ error: new Error("no", { cause: failing(code).error }) });
  for (let n = 0; n < 11; n++) {
    log.error(failing("ECONNREFUSED"), "It failed");
    log.warn(failing("ECONNREFUSED"), "It failed");
    log.error(failing("DEADLINE_MISSED"), "It failed");
    log.error(caused("ECONNREFUSED"), "It failed");
    log.error(caused("53300"), "It failed");
    log.error({}, "Another failed");
  }
  expect(lines).toHaveLength(60);
  log.close();
  expect(lines.slice(60).map(({ repeated }) => repeated)).toEqual([1, 1, 1, 1, 1, 1]);
});

test("what is counted when the log is closed is written then", () => {
  const { lines, log } = kept();
  for (let n = 0; n < 15; n++) log.info({}, "Again");
  log.close();
  expect(lines.at(-1)).toMatchObject({ level: 30, msg: "Again", repeated: 5 });
  expect(vi.getTimerCount()).toBe(0);
});

test("a line below the log's level counts for nothing", () => {
  const lines: string[] = [];
  const log = createLog("warn", { write: (line) => lines.push(line) });
  for (let n = 0; n < 15; n++) log.info({}, "Again");
  log.close();
  expect(lines).toEqual([]);
});

test("security events are all written, because they are counted already", () => {
  const { lines, log } = kept();
  for (let n = 0; n < 50; n++) log.warn({ event: "security", count: 1 }, "An API key was refused");
  log.close();
  expect(lines).toHaveLength(50);
});

test("an exception of the platform, whose code is a number, is a line as any other", () => {
  const { lines, log } = kept();
  log.warn({ error: new Error("no", { cause: new DOMException("late", "TimeoutError") }) }, "It failed");
  expect(lines).toMatchObject([{ msg: "It failed" }]);
});
