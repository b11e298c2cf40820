import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workFolder } from "../support/examples";
import type { Report } from "./report";

const ROWS = [
  ...["environment", "create_plan", "create_pay_now", "replay", "status", "not_modified", "list", "confirm"],
  ...["hosted_page", "portal_page", "action"],
];

const { folder, remove } = workFolder();
afterAll(remove);

function bench(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const command = ["--import", "tsx", "e2e/bench/bench.ts", ...args];
    // The server of the tests gives up durability, and this has one of its own.
    const { TEST_CLUSTER: _, BASE_URL: __, ...env } = process.env;
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

describe("the short form", () => {
  let output: string;
  let report: Report;
  beforeAll(async () => {
    const file = join(folder, "bench.json");
    const ended = await bench("--short", "--json", file);
    output = ended.output;
    expect(ended.code, output).toBe(0);
    report = JSON.parse(readFileSync(file, "utf8"));
  });

  it("writes its ratios first, one for each row that is held against something", () => {
    expect(Object.keys(report)[0]).toBe("ratios");
    const compared = report.rows.filter(({ against }) => against !== null).map(({ name }) => name);
    expect(Object.keys(report.ratios)).toEqual(compared);
    expect(compared).toEqual(["environment", "create_plan", "status", "hosted_page", "portal_page"]);
    for (const ratio of Object.values(report.ratios)) expect(ratio).toBeGreaterThan(0);
  });

  it("measures each row in three rounds, with what it is held against", () => {
    expect(report.rows.map(({ name }) => name)).toEqual(ROWS);
    expect(report.about).toMatchObject({ form: "short", rounds: 3, workers: expect.any(Number) });
    for (const row of report.rows) {
      expect(row, row.name).toMatchObject({
        requests_per_second: { median: expect.any(Number), spread: expect.any(Number) },
        p50_ms: expect.any(Number),
        p99_ms: expect.any(Number),
        bytes: expect.any(Number),
      });
      expect(output).toContain(row.title);
    }
  });

  it("measures a database that keeps what it was told", () => {
    expect(report.about.database).toMatchObject({
      fsync: "on",
      synchronous_commit: "on",
      full_page_writes: "on",
    });
    expect(output).toContain("fsync on");
  });

  it("meets no error, in the service and in what it is held against", () => {
    const errors = report.rows.map(({ name, errors, against }) => [name, errors, against?.errors ?? 0]);
    expect(errors).toEqual(ROWS.map((name) => [name, 0, 0]));
  });
});

it("an option that is wrong ends it with code 2 and no stack", async () => {
  const { code, output } = await bench("--fast");
  expect(code).toBe(2);
  expect(output).toContain("npm run bench -- --help names the options.");
  expect(output).not.toContain("    at ");
});
