import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/poll";
import { freePort } from "../support/stack";
import { NO_CUT, otherMachine, type Program } from "./other-machine";

/** Each step may be the first build on a machine with much else to do. */
const STEP_MS = 1_200_000;
const blocks = [...readFileSync("README.md", "utf8").matchAll(/^```bash\n(.*?)^```$/gms)].map(
  ([, text]) => text!,
);

let machine: Awaited<ReturnType<typeof otherMachine>>;
let port: string;
let demo: Program;
beforeAll(async () => {
  machine = await otherMachine();
  port = String(await freePort());
}, STEP_MS);
afterAll(() => machine?.remove());

const start = (settings: Record<string, string> = {}) =>
  machine.start(["npm", "run", "demo"], { PORT: port, ...settings });
const SERVES = "Ctrl-C stops it";
const demoFile = () => readFileSync(join(machine.folder, ".data/demo.json"), "utf8");

it(
  "the demo starts under a long path with blanks and signs, for somebody without rights, home or network",
  async () => {
    demo = start();
    await demo.says(SERVES);
    expect(demo.output()).toMatch(/✓ Pages built .*\n/);
    expect(JSON.parse(demoFile())).toMatchObject({
      base_url: `http://localhost:${port}`,
      stripe: { provider_code: "wattle-institute" },
    });
  },
  STEP_MS,
);

it(
  "both flows of the quickstart go through there",
  async () => {
    const { code, output } = await machine.run(["bash", "-c", `set -euo pipefail\n${blocks.join("\n")}`]);
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('"amount":1500,"status":"succeeded"');
    expect(output).toContain("200 application/pdf");
  },
  STEP_MS,
);

it(
  "a command works beside the demo, with its settings",
  async () => {
    const { code, output } = await machine.run(["npm", "run", "check:integrity"]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('"violations":0') });
  },
  STEP_MS,
);

it(
  "it starts again on what is there, with the same key, and builds nothing",
  async () => {
    const before = demoFile();
    expect((await demo.ended("SIGINT")).output).toMatch(/Stopping …\s*$/);
    demo = start();
    await demo.says(SERVES);
    expect(demo.output()).toContain("✓ Pages are up to date");
    expect(demoFile()).toBe(before);
    expect((await demo.ended("SIGINT")).output).toMatch(/Stopping …\s*$/);
  },
  STEP_MS,
);

it(
  "tests run there",
  async () => {
    const { code, output } = await machine.run([
      "npm",
      "test",
      "--",
      "lib/domain/money",
      "lib/contract/create",
    ]);
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringMatching(/[1-9]\d* passed, 0 failed/),
    });
  },
  STEP_MS,
);

it.skipIf(NO_CUT !== "")(`none of all that tried to reach anything outside (${NO_CUT || "counted"})`, () => {
  expect(machine.triedOutside()).toBe(0);
});

// Next's development server asks for its newest version.
it(
  "npm run dev shows a component that was edited without a start, and Next logs no fault",
  async () => {
    const development = machine.start(["npm", "run", "dev"], { PORT: port });
    await development.says(SERVES);
    const shows = (words: string) =>
      until(
        words,
        async () => {
          const asked = ["curl", "-sS", "-L", "-H", "Accept: text/html", `http://localhost:${port}`];
          return (await machine.run(asked)).output.includes(words);
        },
        { seconds: 600 },
      );
    await shows('aria-label="Test environment"');
    const component = join(machine.folder, "components/ui/TestBand.tsx");
    writeFileSync(
      component,
      readFileSync(component, "utf8").replace("Test environment", "Edited environment"),
    );
    await shows('aria-label="Edited environment"');
    expect(development.child.exitCode).toBeNull();
    // Next compiles in the same process: on a busy machine a job's query may meanwhile run out of time, and is done again.
    expect(development.output()).not.toMatch(/⨯|unhandled|module not found/i);
    await development.ended("SIGINT");
  },
  STEP_MS,
);
