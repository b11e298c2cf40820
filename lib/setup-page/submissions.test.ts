import { describe, expect, it } from "vitest";
import { createSubmissionLimit, SUBMISSIONS_AN_HOUR } from "./submissions";

const minutes = (count: number) => new Date(count * 60_000);

describe("the limit on bank details", () => {
  it("lets five pass within any hour", () => {
    const limit = createSubmissionLimit();
    for (let i = 0; i < SUBMISSIONS_AN_HOUR; i++) expect(limit.admits("a", minutes(i))).toBe(true);
    expect(limit.admits("a", minutes(59))).toBe(false);
    expect(limit.admits("a", minutes(61))).toBe(true);
  });

  it("counts each session for itself", () => {
    const limit = createSubmissionLimit();
    for (let i = 0; i < SUBMISSIONS_AN_HOUR; i++) limit.admits("a", minutes(0));
    expect(limit.admits("b", minutes(0))).toBe(true);
  });
});
