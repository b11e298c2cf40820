import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { makeDatabase } from "../support/database";
import { database, makeProvider, type TestProvider } from "../support/provider";
import { buildForPlatform, platformCommand } from "./platform/build";
import { type Platform, startPlatform } from "./platform/platform";

const vercel = platformCommand();

describe.skipIf(vercel.path === null)(`on a platform of functions (${vercel.remedy || "vercel"})`, () => {
  let platform: Platform;
  let provider: TestProvider;
  beforeAll(async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const settings = {
      DATABASE_URL: databaseUrl,
      APP_KEYS: `1:${randomBytes(32).toString("base64")}`,
      JOBS_SECRET: randomBytes(24).toString("base64url"),
      TICK_SECONDS: "0",
      TRUSTED_PROXY_HOPS: "1",
      DATABASE_POOL_SIZE: "3",
    };
    const checkout = process.env.HOSTING_BUILT ?? (await buildForPlatform(vercel.path!, settings));
    platform = await startPlatform(checkout, (url) => ({ ...settings, BASE_URL: url }));
    provider = await makeProvider({}, database(databaseUrl));
  });
  afterAll(() => platform?.stop());

  it("answers a call of the API", async () => {
    const answer = await fetch(`${platform.url}/v1/environment`, {
      headers: { Authorization: `Bearer ${provider.key}` },
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(await answer.json()).toMatchObject({ ready_for_api_calls: true });
    const { coldMs, bytes, counts } = platform.function("/v1/[[...path]]");
    console.log({ coldMs, bytes, counts });
    for (const path of ["/", `/p/${provider.code}`, "/docs", "/openapi.json", "/docs/nothing"]) {
      const page = await fetch(`${platform.url}${path}`, { headers: { Accept: "text/html" } });
      console.log(path, page.status, (await page.text()).length, [...page.headers.keys()].join());
    }
    console.log(platform.function("/_middleware").coldMs, platform.function("/index").coldMs, platform.function("/index").output, platform.function("/_middleware").output);
  });
});
