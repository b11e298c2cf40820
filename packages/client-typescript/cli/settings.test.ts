import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { settingsOf, UsageError } from "./settings.js";

const folder = mkdtempSync(join(tmpdir(), "provider-checkout-settings-"));
const demo = { base_url: "http://localhost:3000", api_key: "pc_test_demo" };
beforeAll(() => {
  mkdirSync(join(folder, ".data"));
  writeFileSync(join(folder, ".data", "demo.json"), JSON.stringify(demo));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("a demo is found from a folder below it", () => {
  expect(settingsOf({}, join(folder, "a", "b"))).toEqual({
    baseUrl: "http://localhost:3000",
    apiKey: "pc_test_demo",
    from: join(folder, ".data", "demo.json"),
  });
});

it("the environment wins over a demo", () => {
  const env = { BASE_URL: "https://a.example/", API_KEY: "a" };
  const found = { baseUrl: "https://a.example", apiKey: "a" };
  expect(settingsOf(env, folder)).toMatchObject(found);
});

it("the demo's key goes to no other address, and no other key to the demo's", () => {
  expect(settingsOf({ BASE_URL: "https://a.example" }, folder).apiKey).toBeUndefined();
  expect(() => settingsOf({ API_KEY: "pc_live_1" }, folder)).toThrow(UsageError);
});

it("without an address it says what to set", () => {
  expect(() => settingsOf({}, tmpdir())).toThrow("Set BASE_URL");
  expect(() => settingsOf({ BASE_URL: "/" }, folder)).toThrow("BASE_URL / is no address");
});

it("a live key is not sent over plain http", () => {
  const env = { BASE_URL: "http://checkout.example.com", API_KEY: "pc_live_1" };
  expect(() => settingsOf(env, folder)).toThrow(UsageError);
  const safe = { ...env, BASE_URL: "https://checkout.example.com" };
  expect(settingsOf(safe, folder).apiKey).toBe("pc_live_1");
});
