import { expect, it } from "vitest";
import { parsePort } from "./port.mjs";

it("a port that is none ends a start as other settings do", () => {
  expect([parsePort(undefined), parsePort("8080")]).toEqual([3000, 8080]);
  for (const text of ["0", "65536", "http", "80.5"])
    expect(() => parsePort(text)).toThrow(expect.objectContaining({ exitCode: 78 }));
});
