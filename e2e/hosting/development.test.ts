import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/poll";
import { freePort } from "../support/stack";
import { otherMachine, type Program } from "./other-machine";

const STEP_MS = 1_200_000;
const SECONDS = 600;

let machine: Awaited<ReturnType<typeof otherMachine>>;
let url: string;
let development: Program;
beforeAll(async () => {
  machine = await otherMachine();
  const port = String(await freePort());
  url = `http://localhost:${port}`;
  development = machine.start(["npm", "run", "dev"], { PORT: port });
  await development.says("Ctrl-C stops it");
}, STEP_MS);
afterAll(() => machine?.remove());

/** What a page is once this is in it. */
async function pageWith(words: string): Promise<string> {
  return until(
    words,
    async () => {
      const { output } = await machine.run(["curl", "-sS", "-L", "-H", "Accept: text/html", url]);
      return output.includes(words) && output;
    },
    { seconds: SECONDS },
  );
}

function edit(file: string, from: string, to: string): void {
  const path = join(machine.folder, file);
  const text = readFileSync(path, "utf8");
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
}

it(
  "npm run dev shows a component that was edited without a start, and Next logs no fault",
  async () => {
    await pageWith('aria-label="Test environment"');
    const { pid } = development.child;
    edit("components/ui/TestBand.tsx", "Test environment", "Edited environment");
    await pageWith('aria-label="Edited environment"');
    expect(development.child.pid).toBe(pid);
    expect(development.child.exitCode).toBeNull();
    // Next compiles in the same process: on a busy machine a job's query may meanwhile run out of time, and is done again.
    expect(development.output()).not.toMatch(/⨯|unhandled|module not found/i);
    await development.ended("SIGINT");
  },
  STEP_MS,
);
