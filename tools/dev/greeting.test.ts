import { afterEach, expect, it, vi } from "vitest";
import { greeting } from "./greeting.mjs";

const DEMO = { base_url: "http://localhost:3000", provider_code: "harbour-college", api_key: "pc_test_x" };
const NOTE = "Others see the pages. For them to enrol too";

afterEach(() => vi.unstubAllEnvs());

it("prints the sandbox's page, and where one is needed its password last, without a comma that would be copied", () => {
  vi.stubEnv("MAIL_KEEP", "on");
  vi.stubEnv("SANDBOX_PASSWORD", "");
  const sandbox = "  Sandbox        http://localhost:3000/sandbox";
  expect(greeting(DEMO).split("\n")).toContain(sandbox);
  vi.stubEnv("SANDBOX_PASSWORD", "correct-horse-1");
  for (const keep of ["on", "off"]) {
    vi.stubEnv("MAIL_KEEP", keep);
    const lines = greeting(DEMO).split("\n");
    expect(lines.filter((line) => line.includes("password"))).toEqual([
      `${sandbox}  (any user name, password correct-horse-1)`,
    ]);
  }
});

it("says what others need to enrol, where they reach the demo and its address is this machine's", () => {
  vi.stubEnv("HOST", "0.0.0.0");
  expect(greeting(DEMO)).toContain(NOTE);
  expect(greeting({ ...DEMO, base_url: "http://192.0.2.7:3000" })).not.toContain(NOTE);
  vi.stubEnv("HOST", "127.0.0.1");
  expect(greeting(DEMO)).not.toContain(NOTE);
});
