import { afterEach, expect, it, vi } from "vitest";
import { greeting } from "./greeting.mjs";

const DEMO = { base_url: "http://localhost:3000", provider_code: "harbour-college", api_key: "pc_test_x" };

afterEach(() => vi.unstubAllEnvs());

it("prints where kept emails are", () => {
  vi.stubEnv("MAIL_KEEP", "on");
  expect(greeting(DEMO)).toContain("http://localhost:3000/sandbox/mail\n");
  vi.stubEnv("MAIL_KEEP", "off");
  expect(greeting(DEMO)).not.toContain("/sandbox/mail");
});

it("says how to sign in to the console", () => {
  const console = {
    url: "http://localhost:3000/console",
    email: "admin@harbour.example",
    password: "secret",
  };
  expect(greeting({ ...DEMO, console })).toMatch(/\/console\n +admin@harbour.example, password secret\n/);
});

it("names the provider at the stand-in for Stripe, and its cards, where the demo's address is this machine's", () => {
  const stripe = {
    provider_code: "wattle-institute",
    api_key: "pc_test_y",
    api_base: "http://127.0.0.1:4010",
  };
  const cards = "4242 pays, 3184 asks the bank first";
  const greeted = greeting({ ...DEMO, stripe }, cards);
  expect(greeted).toContain("http://localhost:3000/p/wattle-institute\n");
  expect(greeted).toMatch(/4242 pays\n +3184 asks the bank first\n +API key +pc_test_y\n/);
  expect(greeting(DEMO, cards)).not.toContain("Stripe");
  expect(greeting({ ...DEMO, stripe, base_url: "http://192.0.2.7:3000" }, cards)).not.toContain("Stripe");
});
