import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { operationsOf } from "./operations";

const APP = join(import.meta.dirname, "../../app");
/** They give unknown paths their problem document. */
const CATCH_ALL = ["/v1/[[...path]]", "/api/[...path]"];

const paths = new Set(operationsOf("sandbox").map(({ path }) => path));
const routeFiles = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  // The portal's downloads and the kept mails are pages, not operations of the API.
  .filter((file) => /(^|\/)route\.tsx?$/.test(file) && !/^(\(enrol\)|sandbox)\//.test(file));

/** `v1/provider-checkouts/[checkoutId]/route.ts` is `/v1/provider-checkouts/{checkoutId}`. */
function pathOf(file: string): string {
  return `/${file.replace(/\/?route\.tsx?$/, "")}`.replace(/\/\[(\w+)\]/g, "/{$1}");
}

describe("the table of operations and the route files", () => {
  it("each operation has a route file, and each route file an operation", () => {
    const served = routeFiles.map(pathOf).filter((path) => !CATCH_ALL.includes(path));
    expect(served.sort()).toEqual([...paths].sort());
  });

  it.each(CATCH_ALL)("unknown paths have a route file too: %s", (path) => {
    expect(routeFiles.map(pathOf)).toContain(path);
  });

  it.each(routeFiles)("%s is one line that delegates", (file) => {
    expect(readFileSync(join(APP, file), "utf8")).toBe(
      'export { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } from "@/lib/http/next-door";\n',
    );
  });
});
