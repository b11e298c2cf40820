import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, it } from "vitest";
import { CRASH_POINTS } from "../../lib/crash-point";
import { root } from "../../server/program/checkout.mjs";
import { sourcesBeside, sourcesOf } from "../../tools/build/build-id.mjs";
import { linkFolder } from "../hosting/builds";
import { start } from "../support/stack";

/** What the server of a build runs. */
function serverCode(distDir: string): string {
  const files = readdirSync(join(distDir, "server"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".js"))
    .map((file) => readFileSync(join(distDir, "server", file), "utf8"))
    .join("\n");
}

it("only a test build can kill itself: a production build has the crash points compiled away", async () => {
  // Built from a copy, because a build rewrites tsconfig.json for its folder.
  const copy = resolve(".data/production-build");
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const file of [...sourcesOf(root), ...sourcesBeside(root)])
    cpSync(file, join(copy, relative(root, file)));
  await linkFolder(resolve("node_modules"), join(copy, "node_modules"));
  // The code alone is the subject: no page is drawn ahead.
  const compiling = ["--experimental-build-mode", "compile"];
  const build = start([resolve("node_modules/next/dist/bin/next"), "build", copy, ...compiling], {
    NODE_ENV: "production",
    TEST_BUILD: "",
    NEXT_TELEMETRY_DISABLED: "1",
  });
  const [code] = await once(build.child, "close");
  expect(code, build.output()).toBe(0);

  const kills = /process\.kill\(process\.pid,\s*"SIGKILL"\)/;
  const test = serverCode(".next-test");
  const production = serverCode(join(copy, ".next"));
  for (const point of CRASH_POINTS) expect(test).toContain(point);
  expect(test).toMatch(kills);
  expect(test).toMatch(/CRASH_AT\s*===/);
  expect(production).toContain("/v1/provider-checkouts");
  expect(production).not.toMatch(kills);
  expect(production).not.toContain("SIGKILL");
  expect(production).not.toMatch(/CRASH_AT\s*===/);
  rmSync(copy, { recursive: true, force: true });
}, 1_200_000);
