import { randomBytes } from "node:crypto";
import { expect, inject, it, onTestFinished } from "vitest";
import { listAlerts } from "../../lib/db/alerts";
import { newWebhookSecret } from "../../lib/events/secret";
import type { Answer } from "../support/answer";
import { Api } from "../support/api";
import { type Body, cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { allRecovered, chargedFor } from "../support/charges";
import { runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { type RunningProcess, settingsOf, startServer } from "../support/stack";
import { makeEndpoint } from "../support/webhooks";
import { isVerified, startReceiver } from "../webhooks/receiver";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;

it("a key is replaced under load, server by server, and no request and no delivery fails", async () => {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const db = database(databaseUrl);
  const provider = await makeProvider({}, db);
  const [one, two] = [newKey(1), newKey(2)];
  const settings = {
    ...settingsOf(databaseUrl, one, "x".repeat(24)),
    // One address for all, as behind a load balancer: links name it.
    BASE_URL: "http://localhost:23000",
    WEBHOOK_ALLOW_LOOPBACK: "on",
    DATABASE_POOL_SIZE: "5",
  };
  const command = async (keys: string, ...args: string[]) => {
    const ending = await runCommand("keys:app", args, { DATABASE_URL: databaseUrl, APP_KEYS: keys });
    expect(ending).toMatchObject({ code: 0, said: "" });
    return ending.rows;
  };
  const start = async (keys: string) => {
    const server = await startServer("server", { ...settings, APP_KEYS: keys });
    onTestFinished(() => server.stop("SIGKILL"));
    // As a load balancer does before it sends requests there.
    await until("it is ready", async () => (await fetch(`${server.url}/readyz`)).ok);
    return server;
  };

  let servers: RunningProcess[] = [await start(one), await start(one)];
  const client = (turn: number) => new Api(servers[turn % servers.length]!.url, provider.key);
  const receiver = await startReceiver(newWebhookSecret());
  onTestFinished(() => receiver.stop());
  const endpoint = await makeEndpoint(client(0), { url: receiver.url });

  const kept: { key: string; body: Body; text: string }[] = [];
  const charged: Body[] = [];
  const wrong: string[] = [];
  let requests = 0;
  let linksMayEnd = false;
  const note = (what: string, answer: Answer, ...statuses: number[]) => {
    requests++;
    if (!statuses.includes(answer.status))
      wrong.push(`${what}: ${answer.status} ${answer.text.slice(0, 300)}`);
  };
  /** A machine so slow that the database misses its deadline answers 503, whatever the keys: a client asks again. */
  const patient = async (ask: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await ask();
      if (answer.status !== 503) return answer;
      busy++;
    }
  };
  let busy = 0;
  let isOver = false;
  const load = [0, 1].map(async (worker) => {
    for (let turn = worker; !isOver; turn++) {
      const key = orderId();
      const isPlan = turn % 2 === 0;
      const card = cardToken(turn % 5 === 0 ? "answer_lost" : "visa");
      const body = isPlan ? planBody(provider) : payNowBody(provider, { card_payment: { token: card } });
      const made = await patient(() => client(turn).createOnce(key, body));
      note("create", made, 201, 202);
      if (made.status === 201) kept.push({ key, body, text: made.text });
      if (!isPlan) charged.push(body);
      const id = made.body.checkout?.checkout_id;
      const read = await patient(() => client(turn + 1).status(id));
      note("read", read, 200);
      if (isPlan && !linksMayEnd && read.body.direct_debit?.setup_url !== made.body.direct_debit?.setup_url)
        wrong.push("the link changed");
      if (isPlan && turn % 4 === 0) note("authorise", await patient(() => client(turn).authorise(id)), 200);
      const earlier = kept[(turn * 7) % Math.max(1, kept.length)];
      if (earlier) {
        const again = await patient(() => client(turn + 1).createOnce(earlier.key, earlier.body));
        note("replay", again, 201);
        if (again.text !== earlier.text) wrong.push(`another answer: ${again.text.slice(0, 200)}`);
      }
      note("list", await patient(() => client(turn).get("/v1/provider-checkouts?limit=20")), 200);
    }
  });
  const some = async () => {
    const from = requests;
    await until("there is load", () => requests > from + 40 || wrong.length > 0);
  };
  /** One server after the other; each takes requests beside one with the keys from before. */
  const replaceBy = async (keys: string) => {
    for (const at of [0, 1]) {
      const fresh = await start(keys);
      const old = servers[at]!;
      servers = servers.map((server, index) => (index === at ? fresh : server));
      await some();
      await old.stop();
    }
    await some();
  };

  await some();
  await replaceBy(`${one},${two}`);
  await replaceBy(`${two},${one}`);
  await command(`${two},${one}`, "reseal");
  await some();
  linksMayEnd = true;
  await command(`${two},${one}`, "reseal", "--end-links");
  await replaceBy(two);
  isOver = true;
  await Promise.all(load);
  expect(wrong).toEqual([]);

  await allRecovered(provider, db);
  for (const body of charged) expect(await chargedFor(client(0), body)).toEqual([1500]);
  await until("all is delivered", async () => {
    const { body } = await client(0).get(
      `/v1/webhook-endpoints/${endpoint.endpoint_id}/deliveries?status=pending`,
    );
    return body.data.length === 0;
  });
  const failed = await client(0).get(
    `/v1/webhook-endpoints/${endpoint.endpoint_id}/deliveries?status=failed`,
  );
  expect(failed.body.data).toEqual([]);
  expect(receiver.received.filter((sent) => !isVerified(endpoint.secret, sent))).toEqual([]);
  const alerts = await listAlerts(db, { all: true });
  expect(alerts.filter(({ kind }) => kind === "sealed_value_unreadable")).toEqual([]);
  expect(requests).toBeGreaterThan(10 * busy);
  expect(receiver.received.length).toBeGreaterThan(100);
}, 1_200_000);
