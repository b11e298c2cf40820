import { describe, expect, it } from "vitest";
import type { Neighbours } from "../../packages/http/frames";
import { leadsToPortal, placeOf } from "./place";

const PRODUCTION: Neighbours = {
  allowedOrigins: ["https://enrol.example.edu"],
  returnUrls: [],
  baseUrl: "https://checkout.example.com",
  isSandbox: false,
};

describe("the place of the page", () => {
  const local = { ...PRODUCTION, isSandbox: true, baseUrl: "http://localhost:3000" };

  it.each([
    [null, PRODUCTION, "page"],
    ["https://checkout.example.com", PRODUCTION, "portal"],
    ["https://enrol.example.edu", PRODUCTION, "site"],
    ["http://127.0.0.1:3000", local, "portal"],
    ["http://localhost:4000", local, "site"],
    ["nothing", PRODUCTION, "site"],
  ] as const)("of %s is told", (origin, neighbours, place) => {
    expect(placeOf(origin, neighbours)).toBe(place);
  });

  it("leads to the portal where an enrolment's address is the way back", () => {
    expect(leadsToPortal("https://checkout.example.com/e/1", PRODUCTION)).toBe(true);
    expect(leadsToPortal("https://checkout.example.com/docs", PRODUCTION)).toBe(false);
    expect(leadsToPortal("https://enrol.example.edu/e/1", PRODUCTION)).toBe(false);
    expect(leadsToPortal(null, PRODUCTION)).toBe(false);
  });
});
