import { randomBytes } from "node:crypto";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { checkKeys } from "../../lib/sealing/check-keys";
import { Api } from "../support/api";
import { makeDatabase } from "../support/database";
import { depsHere } from "../support/here";
import { type Html, open, submit } from "../support/html-form";
import { until } from "../support/poll";
import { startPostgresProxy } from "../support/postgres-proxy";
import { database, makeCourse, makeProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";

const newKey = () => `1:${randomBytes(32).toString("base64")}`;

describe("a server whose key is another one than that of its database", () => {
  it("does not start, and names the version, not the key", async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const settingsWith = (keys: string) => settingsOf(databaseUrl, keys, "x".repeat(24));
    const [right, wrong] = [newKey(), newKey()];
    const deps = depsHere(settingsWith(right));
    onTestFinished(() => deps.close());
    await checkKeys(deps);
    const refusal = await startServer("server", settingsWith(wrong)).then(
      async (server) => {
        await server.stop();
        return "it starts";
      },
      (error: Error) => error.message,
    );
    expect(refusal).toContain("APP_KEYS: version 1 is another key than the one that sealed");
    for (const key of [right, wrong]) expect(refusal).not.toContain(key.slice(2));
  });
});

describe("a server that starts before its database", () => {
  it("serves, is not ready, and is when its keys were tried; while the database is away, pages and forms are a 503", async () => {
    const databaseUrl = await makeDatabase(inject("cluster"));
    const proxy = await startPostgresProxy(databaseUrl);
    onTestFinished(() => proxy.close());
    await proxy.cut();
    const server = await startServer("server", settingsOf(proxy.url, newKey(), "x".repeat(24)));
    onTestFinished(() => server.stop());
    const isReady = async () => (await new Api(server.url).environment()).body.ready_for_api_calls;
    expect(await isReady()).toBe(false);
    expectAway(await open(`${server.url}/p/no-such-college`));
    await proxy.restore();
    await until("it is ready", isReady);
    expect(server.output()).toContain("The keys could not be checked yet");

    const db = database(databaseUrl);
    const college = await makeProvider({}, db);
    await makeCourse(college, {}, db);
    const courses = await open(`${server.url}/p/${college.code}`);
    await proxy.cut();
    expectAway(await submit(courses, "Enrol in Certificate IV in Bookkeeping"));
    expectAway(await open(courses.url));
    await proxy.restore();
    const enrolled = async () => (await submit(courses, "Enrol in Certificate IV in Bookkeeping")).status;
    await until("a form is taken", async () => (await enrolled()) === 303);
  });
});

function expectAway({ status, headers, text }: Html) {
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
  expect(text).toContain("We cannot show this page at the moment");
}
