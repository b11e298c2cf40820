import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Bucket, memoryBuckets } from "./bucket";

const BUCKET: Bucket = { capacity: 100, perSecond: 25 };

/** Buckets by a clock of the test's own, in milliseconds. */
function buckets(bucket = BUCKET) {
  let at = 0;
  const store = memoryBuckets(() => at);
  const take = async (key = "a") => (await store.take(key, 1, bucket)).admitted;
  return {
    take,
    wait: (ms: number) => {
      at += ms;
    },
    /** How many of so many at once pass. */
    burst: async (requests: number, key?: string) => {
      let admitted = 0;
      for (let i = 0; i < requests; i++) if (await take(key)) admitted++;
      return admitted;
    },
    giveBack: () => store.take("a", -1, bucket),
  };
}

describe("a token bucket", () => {
  it("admits as many at once as it holds, and no more", async () => {
    expect(await buckets().burst(150)).toBe(100);
  });

  it("takes tokens back at the rate, up to what it holds", async () => {
    const one = buckets();
    await one.burst(100);
    one.wait(39);
    expect(await one.burst(10)).toBe(0);
    one.wait(1);
    expect(await one.burst(10)).toBe(1);
    one.wait(1000);
    expect(await one.burst(100)).toBe(25);
    one.wait(60_000);
    expect(await one.burst(150)).toBe(100);
  });

  it("never refuses who keeps to the rate, for as long as it may be", async () => {
    const one = buckets();
    await one.burst(99);
    for (let i = 0; i < 10_000; i++) {
      expect(await one.take()).toBe(true);
      one.wait(1000 / BUCKET.perSecond);
    }
  });

  it("holds a flood to the rate, whatever its rhythm: refusals cost nothing", async () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 200, maxLength: 600 });
    await fc.assert(
      fc.asyncProperty(gaps, async (waits) => {
        const one = buckets({ capacity: 20, perSecond: 50 });
        const admittedAt: number[] = [];
        let at = 0;
        for (const wait of waits) {
          one.wait(wait);
          at += wait;
          if (await one.take()) admittedAt.push(at);
        }
        for (let from = 0; from < admittedAt.length; from += 7)
          for (let to = from; to < admittedAt.length; to += 5) {
            const seconds = (admittedAt[to]! - admittedAt[from]!) / 1000;
            expect(to - from + 1).toBeLessThanOrEqual(20 + seconds * 50 + 1e-6);
          }
      }),
      { numRuns: 40 },
    );
  });

  it("is each caller's own", async () => {
    const some = buckets();
    await some.burst(100, "a");
    expect(await some.burst(100, "b")).toBe(100);
  });

  it("holds no more than it does for a token given back", async () => {
    const one = buckets();
    await one.giveBack();
    expect(await one.burst(150)).toBe(100);
    await one.giveBack();
    expect(await one.burst(5)).toBe(1);
  });

  it("forgets callers who are long gone, and nobody who is not", async () => {
    const some = buckets();
    await some.burst(100, "empty");
    for (let i = 0; i < 5_000; i++) await some.take(`passer-by ${i}`);
    expect(await some.burst(5, "empty")).toBe(0);
  });
});
