import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKOUT_STATUSES, TRANSITIONS } from "./states";

const page = readFileSync(join(import.meta.dirname, "../../ARCHITECTURE.md"), "utf8");
const diagram = /^```mermaid\nstateDiagram-v2\n(.*?)^```$/ms.exec(page)![1]!;
const names = new Map(
  [...diagram.matchAll(/^ *state "(.+)" as (\w+)$/gm)].map(([, status, name]) => [name!, status!]),
);

/** A name that stands for no status shows up as itself and equals none. */
const drawn = [...diagram.matchAll(/^ *(\S+) --> (\S+): (\w+)$/gm)].map(
  ([, from, to, transition]) => `${names.get(from!) ?? from} → ${names.get(to!) ?? to} by ${transition}`,
);
const inTheTable = Object.entries(TRANSITIONS).flatMap(([transition, { from, to }]) =>
  (from.length === 0 ? ["[*]"] : from).map((start) => `${start} → ${to.checkout} by ${transition}`),
);

describe("the state diagram of ARCHITECTURE.md", () => {
  it("draws every move of the transition table, and no other", () => {
    expect(drawn.sort()).toEqual(inTheTable.sort());
  });

  it("has no line with an arrow that is not read", () => {
    expect(diagram.match(/-->/g)).toHaveLength(drawn.length);
  });

  it("names every checkout status", () => {
    expect([...names.values()].sort()).toEqual([...CHECKOUT_STATUSES].sort());
  });
});
