import { describe, expect, it } from "vitest";
import { createSharing, type Shared } from "./shared-work";

/** Work whose end is in the test's hands. */
function work<T>() {
  const runs: { end(result: T): void; fail(error: Error): void }[] = [];
  const run = () =>
    new Promise<T>((resolve, reject) => {
      runs.push({ end: resolve, fail: reject });
    });
  return { runs, run };
}

/** Lets all go on that can. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map((one) => (one.status === "fulfilled" ? one.value : one.reason.message));

/** A place that stays, because somebody stays there. */
function place(): Shared<string, string> {
  let found: Shared<string, string> | undefined;
  createSharing<string, string>()("key", (shared) => {
    found = shared;
    return new Promise(() => {});
  });
  return found!;
}

describe("work that is done once", () => {
  it("gives all who ask meanwhile its result, and who comes later too", async () => {
    const { once } = place();
    const { runs, run } = work<string | null>();
    const early = [once(run), once(run), once(run)];
    runs[0]!.end("done");
    expect(await outcomes([...early, once(run)])).toEqual(["done", "done", "done", "done"]);
    await settled();
    expect(await once(run)).toBe("done");
    expect(runs).toHaveLength(1);
  });

  it("fails for all who wait, and is tried again by who comes later", async () => {
    const { once } = place();
    const { runs, run } = work<string | null>();
    const waiting = [once(run), once(run), once(run)];
    runs[0]!.fail(new Error("broken"));
    expect(await outcomes(waiting)).toEqual(["broken", "broken", "broken"]);
    expect(runs).toHaveLength(1);
    const again = once(run);
    runs[1]!.end("done");
    expect(await again).toBe("done");
  });

  it("is tried again where it came to nothing", async () => {
    const { once } = place();
    const { runs, run } = work<string | null>();
    const waiting = [once(run), once(run)];
    runs[0]!.end(null);
    expect(await outcomes(waiting)).toEqual([null, null]);
    const again = [once(run), once(run)];
    runs[1]!.end("done");
    expect(await outcomes(again)).toEqual(["done", "done"]);
    expect(runs).toHaveLength(2);
  });
});

describe("reading", () => {
  it("is shared by all who ask before it begins, and begins one at a time", async () => {
    const { read } = place();
    const { runs, run } = work<string>();
    const first = read(run);
    const meanwhile = [read(run), read(run), read(run)];
    expect(runs).toHaveLength(1);
    runs[0]!.end("old");
    expect(await first).toBe("old");
    await settled();
    expect(runs).toHaveLength(2);
    const later = read(run);
    runs[1]!.end("new");
    expect(await outcomes(meanwhile)).toEqual(["new", "new", "new"]);
    await settled();
    runs[2]!.end("newest");
    expect(await later).toBe("newest");
  });

  it("that fails takes with it only those who share it", async () => {
    const { read } = place();
    const { runs, run } = work<string>();
    const first = read(run);
    const second = [read(run), read(run)];
    runs[0]!.fail(new Error("broken"));
    await settled();
    runs[1]!.end("read");
    expect(await outcomes([first, ...second])).toEqual(["broken", "read", "read"]);
    const third = read(run);
    runs[2]!.end("again");
    expect(await third).toBe("again");
  });
});

describe("a place", () => {
  it("is one for each key, and forgotten once all have left", async () => {
    const sharing = createSharing<string, string>();
    const { runs, run } = work<string | null>();
    const sign = (key: string) => sharing(key, ({ once }) => once(run));
    const all = [sign("a"), sign("a"), sign("b")];
    expect(runs).toHaveLength(2);
    runs[0]!.end("of a");
    runs[1]!.fail(new Error("of b"));
    expect(await outcomes(all)).toEqual(["of a", "of a", "of b"]);
    const later = sign("a");
    expect(runs).toHaveLength(3);
    runs[2]!.end("of a, later");
    expect(await later).toBe("of a, later");
  });
});
