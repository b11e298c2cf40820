import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { patternOf } from "../pages/page-table";
import { servedOperations } from "./operations";

const APP = join(import.meta.dirname, "../../app");
const served = readdirSync(APP, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter(
    (file) =>
      file.endsWith("/route.ts") && readFileSync(join(APP, file), "utf8").includes("pages/next-routes"),
  )
  .map((file) => `/${file.slice(0, -"/route.ts".length)}`);

/** `/v1/[[...path]]` takes every path that begins with `/v1/`. */
const takes = (route: string, path: string) =>
  route.includes("[") ? path.startsWith(route.slice(0, route.indexOf("["))) : patternOf(route).test(path);

it("each operation is behind a route file of Next, and each route file has operations behind it", () => {
  const paths = servedOperations("sandbox").map(({ path }) => path);
  for (const path of paths)
    expect([path, served.filter((route) => takes(route, path)).length]).toEqual([path, 1]);
  for (const route of served)
    expect([route, paths.some((path) => takes(route, path))]).toEqual([route, true]);
});
