import { afterEach, expect, it, vi } from "vitest";
import { greeting } from "./greeting.mjs";

const DEMO = { base_url: "http://localhost:3000", provider_code: "harbour-college", api_key: "pc_test_x" };
const NOTE = "Others see the pages. For them to enrol too";

afterEach(() => vi.unstubAllEnvs());

it("prints where kept emails are, and where one is needed their password last, without a comma that would be copied", () => {
  vi.stubEnv("MAIL_KEEP", "on");
  vi.stubEnv("SANDBOX_PASSWORD", "");
  const mails = "  Kept emails    http://localhost:3000/sandbox/mail";
  expect(greeting(DEMO).split("\n")).toContain(mails);
  vi.stubEnv("SANDBOX_PASSWORD", "correct-horse-1");
  expect(greeting(DEMO).split("\n")).toContain(`${mails}  (any user name, password correct-horse-1)`);
  vi.stubEnv("MAIL_KEEP", "off");
  expect(greeting(DEMO)).not.toContain("password");
});

it("says what others need to enrol, where they reach the demo and its address is this machine's", () => {
  vi.stubEnv("HOST", "0.0.0.0");
  expect(greeting(DEMO)).toContain(NOTE);
  expect(greeting({ ...DEMO, base_url: "http://192.0.2.7:3000" })).not.toContain(NOTE);
  vi.stubEnv("HOST", "127.0.0.1");
  expect(greeting(DEMO)).not.toContain(NOTE);
});
