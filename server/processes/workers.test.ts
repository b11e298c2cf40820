import { describe, expect, it } from "vitest";
import { poolSizeOf, workersOf } from "./workers.mjs";

const GIB = 1024 ** 3;
const machine = { cores: 8, quota: null, memory: undefined };

describe("how many servers npm start runs", () => {
  it.each([
    ["one for each core", undefined, machine, 8],
    ["one for each core that a container may use", undefined, { ...machine, quota: "250000 100000\n" }, 3],
    ["one for each core where a container has no quota", undefined, { ...machine, quota: "max 100000\n" }, 8],
    ["no more than a container has memory for", undefined, { ...machine, memory: GIB }, 2],
    ["one at least", undefined, { ...machine, memory: GIB / 8, quota: "50000 100000" }, 1],
    [
      "as many as node reports memory for where nothing limits it",
      undefined,
      { ...machine, memory: 2 ** 64 },
      8,
    ],
    ["what the setting says, whatever the machine has", "12", machine, 12],
    ["one where the setting is nothing, which that one refuses", "many", machine, 1],
    ["one where the setting is too little", "0", machine, 1],
    ["the machine's where the setting is empty", "", machine, 8],
  ])("is %s", (_what, setting, of, workers) => {
    expect(workersOf(setting, of)).toBe(workers);
  });

  it("leaves the connections of all within PostgreSQL's hundred", () => {
    expect([1, 2, 4].map(poolSizeOf)).toEqual([10, 10, 10]);
    for (let workers = 5; workers <= 24; workers++)
      expect(workers * poolSizeOf(workers)).toBeLessThanOrEqual(48);
  });
});
