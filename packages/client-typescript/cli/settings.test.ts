import { expect, it } from "vitest";
import { settingsOf, UsageError } from "./settings.js";

it("address and key are those of the environment", () => {
  const env = { BASE_URL: "https://a.example/", API_KEY: "a" };
  expect(settingsOf(env)).toEqual({ baseUrl: "https://a.example", apiKey: "a" });
});

it("without an address or a key it says what to set", () => {
  expect(() => settingsOf({ API_KEY: "pc_live_1" })).toThrow(UsageError);
  expect(() => settingsOf({ BASE_URL: "https://a.example" })).toThrow("API_KEY is missing");
  expect(() => settingsOf({ API_KEY: "a" })).toThrow("BASE_URL is missing");
  expect(() => settingsOf({ API_KEY: "a", BASE_URL: "/" })).toThrow("BASE_URL / is not an address");
});

it("a live key is not sent over plain http", () => {
  const env = { BASE_URL: "http://checkout.example.com", API_KEY: "pc_live_1" };
  expect(() => settingsOf(env)).toThrow(UsageError);
  const safe = { ...env, BASE_URL: "https://checkout.example.com" };
  expect(settingsOf(safe).apiKey).toBe("pc_live_1");
});
