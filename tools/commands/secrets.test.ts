import { parseEnv } from "node:util";
import { describe, expect, it } from "vitest";
import { parseSettings } from "../../server/settings/env";
import { freshSecrets } from "./secrets";

const PRODUCTION = {
  ENVIRONMENT: "production",
  DATABASE_URL: "postgres://localhost/checkout",
  BASE_URL: "https://pay.example.edu",
  GATEWAY_URL: "https://gateway.example.edu",
  GATEWAY_PUBLISHABLE_KEY: "pk_live_providerCheckout",
};

describe("npm run secrets", () => {
  it("prints lines of an environment file that production starts with, other ones each time", () => {
    const [first, second] = [freshSecrets(), freshSecrets()];
    const made = parseEnv(first.join("\n"));
    expect(Object.keys(made).sort()).toEqual(["APP_KEYS", "GATEWAY_SECRET", "JOBS_SECRET"]);
    expect(parseSettings({ ...PRODUCTION, ...made })).toMatchObject(made);
    for (const line of first) expect(second).not.toContain(line);
  });
});
