import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { requestLog } from "../../drizzle/schema";
import { parseApiKey } from "../../lib/crypto/api-key";
import { newId } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { readRequests } from "../../lib/staff/set-up/requests";
import { checkoutIdOf } from "../support/answer";
import { type Caller, newCaller } from "../support/api";
import { cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { freshSettings } from "../support/fresh";
import { type Here, serveHere } from "../support/here";
import { words } from "../support/html-form";
import { until } from "../support/poll";
import { database, makeKey, makeProvider, type TestProvider } from "../support/provider";
import { callerAt, member, staffBrowser } from "../support/staff";

type Asked = Parameters<typeof readRequests>[2];
const rowsOf = async (provider: TestProvider, asked: Asked = {}, db = database()) =>
  (await readRequests({ db }, callerAt(provider), asked)).rows;
const logged = async ({ provider }: Caller, many: number) => {
  await until("the requests are written", async () => (await rowsOf(provider)).length >= many);
  return rowsOf(provider);
};

describe("the log of requests", () => {
  it("has what a key asked, newest first, with the problem and the replay, and no word of the caller's", async () => {
    const setting = await newCaller();
    const { client, provider } = setting;
    const [key, body] = [orderId(), planBody(provider)];
    const created = await client.createOnce(key, body);
    await client.createOnce(key, body);
    const id = checkoutIdOf(created);
    await client.status(id);
    await client.createOnce(
      orderId(),
      payNowBody(provider, { card_payment: { token: cardToken("declined_lost_card") } }),
    );
    await client.get("/v1/provider-checkouts?email=amelia@example.com");
    await client.get("/v1/events/amelia@example.com");
    await client.get("/v1/no-such/amelia@example.com");
    await client.post("/v1/events");
    await client.as(await makeKey(provider.id, { scopes: ["checkouts:write"] })).get("/v1/events");
    await client.as(null).get("/v1/events");
    const rows = await logged(setting, 9);
    expect(rows.map((one) => [one.method, one.path, one.operation, one.status, one.code])).toEqual([
      ["GET", "/v1/events", "listEvents", 403, "insufficient_scope"],
      ["POST", "/v1/events", null, 405, "method_not_allowed"],
      ["GET", "none", null, 404, "not_found"],
      ["GET", "/v1/events/{eventId}", "getEvent", 404, "event_not_found"],
      ["GET", "/v1/provider-checkouts", "listCheckouts", 200, null],
      ["POST", "/v1/provider-checkouts", "createCheckout", 402, "card_declined"],
      ["GET", `/v1/provider-checkouts/${id}`, "getCheckout", 200, null],
      ["POST", "/v1/provider-checkouts", "createCheckout", 201, null],
      ["POST", "/v1/provider-checkouts", "createCheckout", 201, null],
    ]);
    expect(rows.map(({ isReplay }) => isReplay)).toEqual(rows.map((_, at) => at === 7));
    expect(rows.at(-1)).toMatchObject({
      id: created.headers.get("request-id"),
      keyId: parseApiKey(provider.key)!.id,
    });
    expect(JSON.stringify(rows)).not.toMatch(/amelia|@|no-such|cht_/i);
    const [newest] = rows;
    expect(await rowsOf(provider, { status: "refused", before: newest!.id })).toEqual(
      rows.slice(1).filter(({ status }) => status >= 400),
    );
    expect(await rowsOf(provider, { status: "failed" })).toEqual([]);
    expect(await rowsOf(provider, { q: newest!.id })).toEqual([newest]);
    expect(await rowsOf(provider, { q: "/v1/provider-checkouts" })).toHaveLength(4);
  });

  describe("on a server", () => {
    let here: Here;
    let own: TestProvider;
    beforeAll(async () => {
      here = await serveHere(await freshSettings());
      own = await makeProvider({}, here.deps.db);
      return () => here.stop();
    });
    const ask = async () => {
      const answer = await fetch(`${here.url}/v1/events`, {
        headers: { Authorization: `Bearer ${own.key}` },
      });
      await here.deps.requestLog!.flush();
      return answer.status;
    };

    it("that cannot write it answers all the same, and goes on afterwards", async () => {
      const { db } = here.deps;
      await db.execute("alter table request_log rename to request_log_away");
      const bringBack = () => db.execute("alter table if exists request_log_away rename to request_log");
      onTestFinished(async () => void (await bringBack()));
      expect(await ask()).toBe(200);
      await bringBack();
      expect(await rowsOf(own, {}, db)).toEqual([]);
      expect(await ask()).toBe(200);
      expect(await rowsOf(own, {}, db)).toHaveLength(1);
    });

    it("forgets what is older than 7 days", async () => {
      const { db } = here.deps;
      await ask();
      const [row] = await rowsOf(own, {}, db);
      const at = (days: number) => new Date(Date.now() - days * 86_400_000);
      const [young, old] = [newId("req", at(6)), newId("req", at(8))];
      await db.insert(requestLog).values([
        { ...row!, id: young, at: at(6) },
        { ...row!, id: old, at: at(8) },
      ]);
      await tick(here.deps);
      const kept = await db
        .select({ id: requestLog.id })
        .from(requestLog)
        .where(eq(requestLog.providerId, own.id));
      expect(kept).toContainEqual({ id: young });
      expect(kept).not.toContainEqual({ id: old });
    });
  });
});

describe("its page", () => {
  it("shows and filters, links a problem's page, goes on to older ones, and is where a request's id leads", async () => {
    const { client, provider } = await newCaller();
    for (let n = 0; n < 51; n++) await client.get("/v1/provider-checkouts");
    const lost = await client.get(`/v1/provider-checkouts/${newId("chk")}`);
    const browser = staffBrowser();
    await browser.signIn(await member({ providerId: provider.id, role: "viewer" }));
    const home = `/console/${provider.code}`;
    const id = lost.headers.get("request-id")!;
    await until("they are written", async () => (await rowsOf(provider, { q: id })).length > 0);
    const page = await browser.open(`${home}/set-up/requests`);
    expect(words(page)).toContain(id);
    expect(page.text).toContain('href="/docs/problems/checkout_not_found"');
    const older = /href="([^"]*before=[^"]*)"/.exec(page.text)![1]!.replaceAll("&amp;", "&");
    expect(words(await browser.open(older))).not.toContain(id);
    const refused = words(await browser.open(`${home}/set-up/requests?status=refused`));
    expect(refused).toContain(id);
    expect(refused).not.toContain("listCheckouts");
    const search = await browser.open(`${home}?q=${id}`);
    expect(search.text).toContain(`${home}/set-up/requests?q=${id}`);
  });
});
