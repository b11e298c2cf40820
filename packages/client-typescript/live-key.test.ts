import { expect, it } from "vitest";
import { createProviderCheckoutClient } from "./index.js";

it.each([
  "http://checkout.example.com",
  "http://192.168.1.20:3000",
  "http://127.0.0.1.example.com",
  "http://localhost.example.com",
])("a live key does not go to %s", (baseUrl) => {
  expect(() => createProviderCheckoutClient({ baseUrl, apiKey: "pc_live_x" })).toThrow(/needs https/);
  expect(() => createProviderCheckoutClient({ baseUrl, apiKey: "pc_test_x" })).not.toThrow();
});

it.each([
  "https://checkout.example.com",
  "http://localhost:3000",
  "http://127.0.0.1:3000",
  "http://[::1]:3000",
  "http://pay.localhost",
])("a live key goes to %s", (baseUrl) => {
  expect(() => createProviderCheckoutClient({ baseUrl, apiKey: "pc_live_x" })).not.toThrow();
});
