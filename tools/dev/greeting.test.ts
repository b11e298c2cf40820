import { afterEach, expect, it, vi } from "vitest";
import { greeting } from "./greeting.mjs";

const DEMO = { base_url: "http://localhost:3000", provider_code: "harbour-college", api_key: "pc_test_x" };
const NOTE = "Others see the pages. For them to enrol too";

afterEach(() => vi.unstubAllEnvs());

it("prints where kept emails are", () => {
  vi.stubEnv("MAIL_KEEP", "on");
  expect(greeting(DEMO)).toContain("http://localhost:3000/sandbox/mail\n");
  vi.stubEnv("MAIL_KEEP", "off");
  expect(greeting(DEMO)).not.toContain("/sandbox/mail");
});

it("says what others need to enrol, where they reach the demo and its address is this machine's", () => {
  vi.stubEnv("HOST", "0.0.0.0");
  expect(greeting(DEMO)).toContain(NOTE);
  expect(greeting({ ...DEMO, base_url: "http://192.0.2.7:3000" })).not.toContain(NOTE);
  vi.stubEnv("HOST", "127.0.0.1");
  expect(greeting(DEMO)).not.toContain(NOTE);
});
