import { expect, it } from "vitest";
import { shownSize } from "./logo";

it("a logo is shown 32 px high at the most, in its own proportions, and never enlarged", () => {
  expect([shownSize({ width: 320, height: 80 }), shownSize({ width: 1600, height: 200 })]).toEqual([
    { width: 128, height: 32 },
    { width: 256, height: 32 },
  ]);
  expect(shownSize({ width: 20, height: 30 })).toEqual({ width: 20, height: 30 });
});
