import { randomBytes } from "node:crypto";
import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { makeDatabase } from "../support/database";
import { buildForPlatform, platformCommand } from "./vercel";

const vercel = platformCommand();
const MAX_MB = 50;

describe.skipIf(vercel.path === null)(`a build for Vercel (${vercel.remedy || "vercel"})`, () => {
  let checkout: string;
  let functions: string[];
  beforeAll(async () => {
    checkout = await buildForPlatform(vercel.path!, {
      DATABASE_URL: await makeDatabase(inject("cluster")),
      APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
      CRON_SECRET: randomBytes(24).toString("base64url"),
    });
    const all = readdirSync(join(checkout, ".vercel/output/functions"), {
      recursive: true,
      encoding: "utf8",
    });
    functions = all.filter((name) => name.endsWith(".func"));
    // A build takes minutes on a busy machine.
  }, 1_200_000);

  const readOutput = (file: string) =>
    JSON.parse(readFileSync(join(checkout, ".vercel/output", file), "utf8"));
  const configOf = (name: string) => readOutput(`functions/${name}/.vc-config.json`);

  it("gives a charge and a signature time enough, and looks for work once a day", () => {
    for (const address of ["v1/[[...path]]", "api/[...path]", "e/[secret]/card", "e/[secret]/review"])
      expect(configOf(`${address}.func`), address).toMatchObject({ maxDuration: 60 });
    expect(readOutput("config.json").crons).toEqual([{ path: "/api/jobs/drain", schedule: "0 16 * * *" }]);
  });

  it(`has functions of less than ${MAX_MB} MB each`, () => {
    expect(functions.length).toBeGreaterThan(5);
    for (const name of functions) {
      const packed = Object.values<string>(configOf(name).filePathMap ?? {});
      const bytes = packed.reduce((sum, file) => sum + lstatSync(resolve(checkout, file)).size, 0);
      process.stdout.write(`${name}: ${(bytes / 1e6).toFixed(1)} MB\n`);
      expect(bytes / 1e6, name).toBeLessThan(MAX_MB);
    }
  });
});
