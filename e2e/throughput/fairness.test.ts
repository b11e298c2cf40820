import { expect, it, onTestFinished } from "vitest";
import { limitedServer } from "../limits/servers";
import { api } from "../support/api";
import { planBody } from "../support/bodies";
import { makeProvider } from "../support/provider";
import { measure } from "./calls";
import { callOf, expectFair, SECONDS } from "./fair";

async function twoTenants() {
  const { url, stop } = await limitedServer();
  onTestFinished(() => stop());
  const flooding = await makeProvider();
  return { url: `${url}/v1/provider-checkouts`, flooding, call: await callOf(url) };
}

it.each([
  ["requests", 0],
  ["requests with bodies", 32_000],
])(
  "a tenant that floods the API with %s leaves another's p99 within twice its normal",
  async (_, bodyBytes) => {
    const { url, flooding, call } = await twoTenants();
    await expectFair(call, async () => {
      const during = await measure(call, SECONDS, { url, key: flooding.key, connections: 16, bodyBytes });
      expect(during.flood[429]).toBeGreaterThan(50);
      return during;
    });
  },
);

it("a tenant that asks for its longest lists leaves another's p99 within twice its normal", async () => {
  const { url, flooding, call } = await twoTenants();
  const metadata = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`key_${at}`, "x".repeat(500)]));
  const client = api("server", flooding.key);
  for (let made = 0; made < 100; made += 4) {
    const four = Array.from({ length: 4 }, () =>
      client.post("/v1/provider-checkouts", { ...planBody(flooding), metadata }),
    );
    for (const { status, text } of await Promise.all(four)) expect(status, text).toBe(201);
  }
  const flood = { url: `${url}?limit=100`, key: flooding.key, connections: 16, bodyBytes: 0 };
  await expectFair(call, async () => {
    const during = await measure(call, SECONDS, flood);
    expect(during.flood[200]).toBeGreaterThan(0);
    return during;
  });
});
