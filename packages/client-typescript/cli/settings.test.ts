import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UsageError } from "./faults.js";
import { settingsOf } from "./settings.js";

const folder = mkdtempSync(join(tmpdir(), "provider-checkout-settings-"));
const demo = { base_url: "http://localhost:3000", api_key: "pc_test_demo", provider_code: "demo" };
beforeAll(() => {
  mkdirSync(join(folder, ".data"));
  writeFileSync(join(folder, ".data", "demo.json"), JSON.stringify(demo));
});
afterAll(() => rmSync(folder, { recursive: true }));

const none = () => undefined;

it("a demo is found from a folder below it", () => {
  expect(settingsOf(none, {}, join(folder, "a", "b"))).toEqual({
    baseUrl: "http://localhost:3000",
    apiKey: "pc_test_demo",
    providerCode: "demo",
    from: join(folder, ".data", "demo.json"),
  });
});

it("options win over the environment, and its own names over the documentation's", () => {
  const env = {
    PROVIDER_CHECKOUT_URL: "https://a.example/",
    BASE_URL: "https://b.example",
    PROVIDER_CHECKOUT_API_KEY: "a",
    API_KEY: "b",
  };
  expect(settingsOf(none, env, folder)).toMatchObject({ baseUrl: "https://a.example", apiKey: "a" });
  const option = (name: string) => ({ "base-url": "https://c.example", "api-key": "c" })[name];
  expect(settingsOf(option, env, folder)).toMatchObject({ baseUrl: "https://c.example", apiKey: "c" });
});

it("the demo's key goes to no other address, and no other key to the demo's", () => {
  expect(settingsOf(none, { BASE_URL: "https://a.example" }, folder).apiKey).toBeUndefined();
  expect(() => settingsOf(none, { API_KEY: "pc_live_1" }, folder)).toThrow(UsageError);
});

it("without an address it says what to set", () => {
  expect(() => settingsOf(none, {}, tmpdir())).toThrow("Set BASE_URL");
  expect(() => settingsOf(none, { BASE_URL: "/" }, folder)).toThrow("/ is no address");
});

it("a live key is not sent over plain http", () => {
  const env = { BASE_URL: "http://checkout.example.com", API_KEY: "pc_live_1" };
  expect(() => settingsOf(none, env, folder)).toThrow(UsageError);
  expect(settingsOf(none, { ...env, BASE_URL: "https://checkout.example.com" }, folder).apiKey).toBe(
    "pc_live_1",
  );
});
