import { describe, expect, it } from "vitest";
import { committed, generated } from "./build/generate/files";

const files = await generated();

describe("what is generated", () => {
  it.each(Object.keys(files))("%s is up to date; `npm run generate` makes it so", (file) => {
    // Not toBe: of two texts of that size nobody wants to see the difference.
    expect(committed(file) === files[file], `${file} is out of date: run \`npm run generate\``).toBe(true);
  });
});
