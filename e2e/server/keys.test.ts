import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { checkKeys } from "../../server/keys/check-keys";
import { Api } from "../support/api";
import { makeDatabase } from "../support/database";
import { depsHere } from "../support/here";
import { type Html, open, submit } from "../support/html-form";
import { until } from "../support/poll";
import { type PostgresProxy, startPostgresProxy } from "../support/postgres-proxy";
import { database, makeCourse, makeProvider } from "../support/provider";
import { sharedStack, shareStack } from "../support/shared";
import { type RunningProcess, settingsOf, startServer } from "../support/stack";
import { member, staffBrowser } from "../support/staff";

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
  const appKeys = newKey();
  let databaseUrl: string;
  let proxy: PostgresProxy;
  let server: RunningProcess;
  beforeAll(async () => {
    databaseUrl = await makeDatabase(inject("cluster"));
    proxy = await startPostgresProxy(databaseUrl);
    await proxy.cut();
    server = await startServer("server", settingsOf(proxy.url, appKeys, "x".repeat(24)));
  });
  afterAll(async () => {
    await server.stop();
    await proxy.close();
  });

  it("serves, is not ready, and is when its keys were tried", async () => {
    const isReady = async () => (await new Api(server.url).environment()).body.ready_for_api_calls;
    expect(await isReady()).toBe(false);
    expectAway(await open(`${server.url}/p/no-such-college`));
    await proxy.restore();
    await until("it is ready", isReady);
    expect(server.output()).toContain("The keys are not checked yet");
  });

  it("answers pages and forms with a 503 in words while the database is away again", async () => {
    const db = database(databaseUrl);
    const college = await makeProvider({}, db);
    await makeCourse(college, {}, db);
    const courses = await open(`${server.url}/p/${college.code}`);
    const enrol = () => submit(courses, "Enrol in Certificate IV in Bookkeeping");
    await proxy.cut();
    expectAway(await enrol());
    expectAway(await open(courses.url));
    await proxy.restore();
    await until("a form is taken", async () => (await enrol()).status === 303);
  });

  it("says the same to staff, who are signed in again by themselves once it is back", async () => {
    const shared = sharedStack();
    onTestFinished(() => shareStack(shared));
    shareStack({ ...shared, databaseUrl, appKeys });
    const { code } = await makeProvider();
    const browser = staffBrowser(server.url);
    await browser.signIn(await member("operator"));
    const list = () => browser.open(`/console/${code}`);
    expect((await list()).status).toBe(200);
    await proxy.cut();
    for (const page of [await list(), await browser.open("/console"), await browser.open("/console/account")])
      expectAway(page);
    await proxy.restore();
    await until("the list is shown", async () => (await list()).status === 200);
  });
});

function expectAway({ status, headers, text }: Html) {
  expect([status, headers.get("retry-after")]).toEqual([503, "5"]);
  expect(text).toContain("We cannot show this page at the moment");
}
