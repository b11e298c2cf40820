import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type BucketStore, memoryBuckets } from "../../packages/http/limits/bucket";
import { sharedBuckets } from "../../packages/http/limits/shared";
import { createLimits } from "./limits";

const KEY = { capacity: 8, perSecond: 2 };

function limits() {
  let at = 0;
  const made = createLimits({ key: KEY, store: memoryBuckets(() => at) });
  return {
    ...made,
    wait: (ms: number) => {
      at += ms;
    },
  };
}

describe("what an answer says of the limits", () => {
  it("is the bucket and the seconds in which it fills, what is left and when there is more", async () => {
    const { key } = limits();
    expect(await key.ask("key_a")).toEqual({
      admitted: true,
      retryAfterSeconds: null,
      headers: { "RateLimit-Policy": '"key";q=8;w=4', RateLimit: '"key";r=7;t=1' },
    });
  });

  it("counts down to nothing, and refuses with the wait in whole seconds", async () => {
    const { key, wait } = limits();
    const left: (string | undefined)[] = [];
    for (let i = 0; i < 8; i++) left.push((await key.ask("key_a")).headers.RateLimit);
    expect(left).toEqual([7, 6, 5, 4, 3, 2, 1, 0].map((r) => `"key";r=${r};t=1`));
    expect(await key.ask("key_a")).toMatchObject({
      admitted: false,
      retryAfterSeconds: 1,
      headers: { RateLimit: '"key";r=0;t=1' },
    });
    wait(1000);
    expect((await key.ask("key_a")).headers.RateLimit).toBe('"key";r=1;t=1');
  });

  it("says of a slow rate how long it takes", async () => {
    const { key } = createLimits({
      key: { capacity: 1, perSecond: 0.1 },
      store: memoryBuckets(() => 0),
    });
    await key.ask("key_a");
    expect(await key.ask("key_a")).toMatchObject({ admitted: false, retryAfterSeconds: 10 });
  });
});

describe("callers without a key", () => {
  const admitted = async (ask: (address: string) => Promise<{ admitted: boolean }>, addresses: string[]) => {
    let count = 0;
    for (const address of addresses) if ((await ask(address)).admitted) count++;
    return count;
  };

  it("have 600 for each address", async () => {
    const { address } = limits();
    expect(await admitted(address.ask, Array(700).fill("203.0.113.9"))).toBe(600);
    expect(await admitted(address.ask, Array(700).fill("203.0.113.10"))).toBe(600);
  });

  it("have no more for the many addresses of one IPv6 network, however these are written", async () => {
    const { address } = limits();
    const one = (i: number) => ["2001:db8:0:1::", "2001:0db8::1:0:0:0:"][i % 2] + (i + 1).toString(16);
    expect(
      await admitted(
        address.ask,
        Array.from({ length: 700 }, (_, i) => one(i)),
      ),
    ).toBe(600);
    expect((await address.ask("2001:db8:0:2::1")).admitted).toBe(true);
  });

  it("may ask for 30 new links an hour from a network, and for all else as ever", async () => {
    const { link, address, wait } = limits();
    const asked = Array.from({ length: 40 }, (_, i) => `2001:db8:0:1::${(i + 1).toString(16)}`);
    expect(await admitted(link.ask, asked)).toBe(30);
    expect((await address.ask("2001:db8:0:1::1")).admitted).toBe(true);
    wait(3_600_000);
    expect(await admitted(link.ask, asked)).toBe(30);
  });

  it("get a token back that was taken before it was known who calls", async () => {
    const { address } = limits();
    for (let i = 0; i < 2_000; i++) {
      expect((await address.ask("203.0.113.9")).admitted).toBe(true);
      await address.giveBack("203.0.113.9");
    }
  });
});

describe("what a request cost beyond its token", () => {
  it("is taken although the bucket does not hold it, up to what it holds when it is full", async () => {
    const { key, wait } = limits();
    await key.charge("key_a", 7);
    expect((await key.ask("key_a")).headers.RateLimit).toBe('"key";r=0;t=1');
    for (let i = 0; i < 100; i++) await key.charge("key_a", 3);
    expect(await key.ask("key_a")).toMatchObject({ admitted: false, retryAfterSeconds: 4 });
    wait(4_000);
    expect((await key.ask("key_a")).admitted).toBe(true);
  });

  it("is taken from a shared bucket that is known to be empty too", async () => {
    const memory = memoryBuckets(() => 0);
    const { key } = createLimits({ key: KEY, store: sharedBuckets(memory, () => {}) });
    for (let i = 0; i < 9; i++) await key.ask("key_a");
    await key.charge("key_a", 8);
    expect((await memory.take("key:key_a", 0, KEY)).missing).toBe(16);
  });

  it("counts for its own sender only", async () => {
    const { key, address } = limits();
    await address.charge("203.0.113.9", 600);
    expect((await address.ask("203.0.113.9")).admitted).toBe(false);
    expect((await address.ask("203.0.113.10")).admitted).toBe(true);
    expect((await key.ask("key_a")).headers.RateLimit).toBe('"key";r=7;t=1');
  });

  it("of a page is known before it is made", async () => {
    const { page } = limits();
    let shown = 0;
    while ((await page.ask("203.0.113.9", 10)).admitted) shown++;
    expect(shown).toBe(20);
  });
});

describe("a store that fails", () => {
  const failing = (fail: BucketStore["take"]) => {
    let asked = 0;
    const faults: unknown[] = [];
    const store = sharedBuckets(
      {
        take: (...given) => {
          asked++;
          return fail(...given);
        },
      },
      (error) => faults.push(error),
      memoryBuckets(() => 0),
    );
    const made = createLimits({ key: KEY, store });
    return { ...made, asked: () => asked, faults };
  };

  it("leaves the limit as it is, counted in this process", async () => {
    const { key, asked, faults } = failing(() => Promise.reject(new Error("down")));
    for (let i = 0; i < 8; i++) expect((await key.ask("key_a")).admitted).toBe(true);
    expect(await key.ask("key_a")).toMatchObject({ admitted: false, retryAfterSeconds: 1 });
    expect([asked(), faults.length]).toEqual([1, 1]);
  });

  it("holds nobody up for longer than a second when it hangs, and then nobody at all", async () => {
    const { key } = failing(() => new Promise(() => {}));
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const first = key.ask("key_a");
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await first).admitted).toBe(true);
    // The clock stands still from here on.
    for (let i = 0; i < 7; i++) expect((await key.ask("key_a")).admitted).toBe(true);
  });

  it("is not asked for each request of a flood that it has refused", async () => {
    let asked = 0;
    const memory = memoryBuckets(() => 0);
    const counted: BucketStore = {
      take: (...given) => {
        asked++;
        return memory.take(...given);
      },
    };
    const store = sharedBuckets(counted, () => {});
    const { key } = createLimits({ key: KEY, store });
    for (let i = 0; i < 500; i++) await key.ask("key_a");
    expect(asked).toBeLessThan(20);
  });
});
