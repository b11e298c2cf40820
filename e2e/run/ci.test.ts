import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { readJson, root } from "../../scripts/lib/checkout.mjs";
import { admits } from "../../scripts/lib/node-version.mjs";
import { PARTS } from "./parts.mjs";

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, string>;
}
interface Workflow {
  permissions: object;
  concurrency: object;
  jobs: Record<
    string,
    { "timeout-minutes"?: number; strategy: { matrix: Record<string, string[]> }; steps: Step[] }
  >;
}
interface Updates {
  updates: { "package-ecosystem": string; ignore?: { "dependency-name": string; versions: string[] }[] }[];
}

const read = <T>(file: string) => parseYaml(readFileSync(join(root, file), "utf8")) as T;
const { engines, scripts, dependencies, devDependencies } = readJson(join(root, "package.json"));
const { permissions, concurrency, jobs } = read<Workflow>(".github/workflows/ci.yml");
const { tests, nightly } = jobs as Record<"tests" | "nightly", Workflow["jobs"][string]>;
const commands = ({ steps }: Workflow["jobs"][string]) => steps.flatMap(({ run }) => run ?? []);

describe("the workflow", () => {
  it("runs what .ci/run does, and that is everything", () => {
    expect(commands(tests)).toEqual([".ci/run"]);
    expect(readFileSync(join(root, ".ci/run"), "utf8")).toMatch(/\nnpm test\nnpm run test:all\s*$/);
    if (process.platform !== "win32") expect(statSync(join(root, ".ci/run")).mode & 0o111).toBe(0o111);
  });

  it("runs it on Node.js of each line that engines admits, from its first", () => {
    const { node } = tests.strategy.matrix;
    const oldest = engines.node.match(/\d+\.\d+/)[0];
    expect(node).toEqual([oldest, "22", "24"]);
    // "22" is the newest of its line.
    for (const version of node!)
      expect(admits(engines.node, version.includes(".") ? `${version}.0` : `${version}.99.0`)).toBe(true);
    expect(tests.steps.find(({ uses }) => uses?.startsWith("actions/setup-node@"))?.with).toEqual({
      "node-version": `\${{ matrix.node }}`,
      cache: "npm",
    });
  });

  it("runs the parts that nothing else does by night", () => {
    const aside = PARTS.filter((part) => part.aside).map(({ name }) => name);
    expect(nightly.strategy.matrix.part).toEqual(aside);
    expect(commands(nightly).at(-1)).toContain(`npm run test:\${{ matrix.part }}`);
    expect(Object.keys(scripts).filter((name) => /^test:(?!all)/.test(name))).toEqual(
      aside.map((name) => `test:${name}`),
    );
  });

  it("may read and no more, ends in time, and takes actions as they were looked at", () => {
    expect(permissions).toEqual({ contents: "read" });
    expect(concurrency).toBeDefined();
    for (const job of Object.values(jobs)) {
      expect(job).not.toHaveProperty("permissions");
      expect(job["timeout-minutes"]).toBeGreaterThan(0);
      for (const { uses } of job.steps) if (uses) expect(uses).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/);
    }
  });
});

const numbers = (version: string) => version.match(/\d+/g)!.map(Number);

describe("updates of packages", () => {
  const { updates } = read<Updates>(".github/dependabot.yml");
  const ignored = updates.flatMap(({ ignore = [] }) => ignore);

  it("are proposed for packages, for what the image is made of, and for actions", () => {
    expect(updates.map((one) => one["package-ecosystem"])).toEqual(["npm", "docker", "github-actions"]);
  });

  it.each(ignored.map((one) => [one["dependency-name"], one.versions] as const))(
    "leave out versions of %s that do not fit, and not the one in use",
    (name, versions) => {
      const have = { ...dependencies, ...devDependencies }[name];
      expect(have).toBeDefined();
      for (const version of versions) {
        expect(version).toMatch(/^(>=\d+|\d+\.\d+\.\d+)$/);
        const [major = 0] = numbers(version);
        if (version.startsWith(">=")) expect(numbers(have)[0]).toBeLessThan(major);
        else expect(have).not.toBe(version);
      }
    },
  );
});
