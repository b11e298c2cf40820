import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTurns } from "./turns";

/** Takes out all that waits. */
function rest<T>(turns: { take(): T | undefined }): T[] {
  const taken: T[] = [];
  for (let item = turns.take(); item !== undefined; item = turns.take()) taken.push(item);
  return taken;
}

describe("turns", () => {
  const MANY = { each: 100, all: 1000 };

  it("go round among those who wait, each one's in the order in which they came", () => {
    const turns = createTurns<string>(MANY);
    for (const item of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) turns.add(item[0]!, item);
    expect(rest(turns)).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
  });

  it("put who comes during another's turn before that one's next", () => {
    const turns = createTurns<string>(MANY);
    for (const item of ["a1", "a2", "a3"]) turns.add("a", item);
    expect(turns.take()).toBe("a1");
    turns.add("b", "b1");
    expect(rest(turns)).toEqual(["b1", "a2", "a3"]);
  });

  it("do not put first who comes again as soon as he was served", () => {
    const turns = createTurns<string>(MANY);
    for (const item of ["a1", "b1", "b2"]) turns.add(item[0]!, item);
    expect(turns.take()).toBe("a1");
    turns.add("a", "a2");
    expect(rest(turns)).toEqual(["b1", "a2", "b2"]);
  });

  it("have places for so many of one, and so many in all", () => {
    const turns = createTurns<string>({ each: 2, all: 3 });
    const added = ["a1", "a2", "a3", "b1", "c1"].map((item) => turns.add(item[0]!, item));
    expect(added).toEqual([true, true, false, true, false]);
    turns.take();
    expect(turns.add("c", "c1")).toBe(true);
    expect(rest(turns)).toEqual(["b1", "c1", "a2"]);
  });

  it("let nobody wait for more than one of each other's for each of his own, whatever comes and goes", () => {
    const step = fc.record({
      act: fc.constantFrom("add", "add", "take"),
      owner: fc.constantFrom("a", "b", "c", "d"),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const turns = createTurns<{ owner: string; before: number; since: Map<string, number> }>(MANY);
        const waiting: { owner: string; before: number; since: Map<string, number> }[] = [];
        let current: string | undefined;
        for (const { act, owner } of steps) {
          const own = waiting.filter((item) => item.owner === owner);
          if (act === "add") {
            const item = {
              owner,
              before: own.length + (current === owner ? 1 : 0),
              since: new Map(current ? [[current, 1]] : []),
            };
            expect(turns.add(owner, item)).toBe(true);
            waiting.push(item);
          } else if (act === "take") {
            const taken = turns.take();
            expect(taken === undefined).toBe(waiting.length === 0);
            current = taken?.owner;
            if (!taken) continue;
            waiting.splice(waiting.indexOf(taken), 1);
            for (const [other, count] of taken.since)
              if (other !== taken.owner) expect(count).toBeLessThanOrEqual(taken.before + 1);
            for (const { since } of waiting) since.set(taken.owner, (since.get(taken.owner) ?? 0) + 1);
          }
        }
      }),
    );
  });
});
