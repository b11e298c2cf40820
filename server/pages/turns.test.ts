import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { NoTurn, workInTurns } from "./turns";

const usual = { atOnce: 1, most: { each: 3, all: 5 }, longestMs: 10_000, restMs: () => 0 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Takes a turn for each caller at once; each writes its name when it has it, and `end` ends the oldest. */
function line(callers: string, settings = usual) {
  const turns = workInTurns(settings);
  const served: string[] = [];
  const refused: string[] = [];
  const running: (() => void)[] = [];
  for (const caller of callers)
    turns.take(caller).then(
      (done) => {
        served.push(caller);
        running.push(done);
      },
      (error) => {
        expect(error).toBeInstanceOf(NoTurn);
        refused.push(caller);
      },
    );
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return {
    served: () => served.join(""),
    refused: () => refused.join(""),
    settle,
    async end() {
      running.shift()?.();
      await settle();
    },
  };
}

it("one caller's next comes after the others' first, however many it has waiting", async () => {
  const { served, end, settle } = line("aaaabc", { ...usual, most: { each: 3, all: 10 } });
  await settle();
  expect(served()).toBe("a");
  for (let i = 0; i < 5; i++) await end();
  expect(served()).toBe("aabcaa");
});

it("so many work at once", async () => {
  const { served, end, settle } = line("abcde", { ...usual, atOnce: 2 });
  await settle();
  expect(served()).toBe("ab");
  await end();
  expect(served()).toBe("abc");
});

it("a caller with too many waiting is refused, and another is not", async () => {
  const { refused, settle } = line("aaaaab");
  await settle();
  expect(refused()).toBe("a");
});

it("when too many wait in all, whoever comes is refused", async () => {
  const { refused, settle } = line("aaabbcc");
  await settle();
  expect(refused()).toBe("c");
});

it("who waits long is served all the same", async () => {
  const { served, refused, end } = line("ab", { ...usual, longestMs: 3_600_000 });
  await vi.advanceTimersByTimeAsync(600_000);
  await end();
  expect([served(), refused()]).toEqual(["ab", ""]);
});

it("work that takes too long holds up nobody, and ends once", async () => {
  const { served, end } = line("abc");
  await vi.advanceTimersByTimeAsync(usual.longestMs + 1);
  expect(served()).toBe("ab");
  await end();
  expect(served()).toBe("ab");
  await end();
  expect(served()).toBe("abc");
});

it("a place rests after its work", async () => {
  const { served, settle, end } = line("ab", { ...usual, restMs: () => 10 });
  await settle();
  await end();
  expect(served()).toBe("a");
  await vi.advanceTimersByTimeAsync(10);
  expect(served()).toBe("ab");
});

it("a place rests only while there is something to rest for", async () => {
  let restMs = 10;
  const { served, settle, end } = line("abc", { ...usual, restMs: () => restMs });
  await settle();
  await end();
  expect(served()).toBe("a");
  restMs = 0;
  await vi.advanceTimersByTimeAsync(10);
  expect(served()).toBe("ab");
  await end();
  expect(served()).toBe("abc");
});

it("what comes in meanwhile is seen between two turns, also where the work waits for nothing", async () => {
  vi.useRealTimers();
  const turns = workInTurns({ ...usual, most: { each: 20, all: 20 } });
  let ended = 0;
  const all = Array.from({ length: 20 }, async () => {
    const done = await turns.take("a");
    ended += 1;
    done();
  });
  const endedWhenSeen = new Promise<number>((resolve) => setImmediate(() => resolve(ended)));
  await Promise.all(all);
  expect(await endedWhenSeen).toBe(1);
});
