import { randomBytes } from "node:crypto";
import { describe, expect, inject, it } from "vitest";
import { makeDatabase } from "../support/database";
import { settingsOf, startServer } from "../support/stack";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;

describe("a server whose key is another one than that of its database", () => {
  it("does not start, and names the version, not the key", async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const start = (keys: string) => startServer("server", settingsOf(databaseUrl, keys, "x".repeat(24)));
    const [right, wrong] = [newKey(1), newKey(1)];
    await (await start(right)).stop();
    const refusal = await start(wrong).then(
      async (server) => {
        await server.stop();
        return "it starts";
      },
      (error: Error) => error.message,
    );
    expect(refusal).toContain("APP_KEYS: version 1 is another key than the one that sealed");
    for (const key of [right, wrong]) expect(refusal).not.toContain(key.slice(2));
    await (await start(`${newKey(2)},${right}`)).stop();
  });
});
