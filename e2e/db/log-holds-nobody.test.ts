import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { tick } from "../../lib/jobs/tick";
import { atOnce, BY_CARD, BY_PLAN, begin, type StudentOptions } from "../portal/student";
import { type Body, confirmBody, merge, orderId } from "../support/bodies";
import { linesWith, newCanaries } from "../support/canaries";
import { until } from "../support/poll";
import { lapse } from "../support/provider";
import { everythingStored } from "../support/stored-rows";
import { type LoggedScene, startLoggedScene } from "./logged-scene";

let scene: LoggedScene;
beforeAll(async () => {
  scene = await startLoggedScene();
});
afterAll(() => scene.stop());

const statusesOf = (answers: { status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].sort();
const NOWHERE = { url: "https://receiver.invalid/hooks" };

/** A row that a constraint refuses; what its log says holds the name. */
async function refusedRow(): Promise<string> {
  const name = newCanaries().student.firstName;
  const row = sql`insert into provider (id, code, name, legal_name, email) values (gen_random_uuid(), 'refused', ${name}, null, '')`;
  await expect(scene.db.execute(row)).rejects.toThrow();
  return name;
}

/** What the database had to complain about meanwhile. */
async function complaintsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const from = scene.databaseLog().length;
  await work();
  const lines = scene.databaseLog().slice(from).split("\n");
  return lines.filter((line) => /(ERROR|DETAIL|CONTEXT|FATAL):/.test(line));
}

/** A student's way through the portal, each step in several windows. */
async function wayThroughThePortal() {
  const { student, deps, db, secret, token } = scene;
  const at: StudentOptions = { over: deps, db };
  const signer = await begin(at);
  secret.add(signer.secret);
  await atOnce(4, () => signer.saveDetails(student));
  await atOnce(4, (index) => signer.choose({ ...BY_PLAN, numberOfInstalments: String(index + 10) }));
  await atOnce(4, (index) => signer.choose(index % 2 ? BY_CARD : BY_PLAN));
  await signer.choose(BY_PLAN);
  await signer.authorise();
  await atOnce(2, () => signer.confirm());
  expect(await signer.step()).toBe("done");
  const payer = await begin(at);
  secret.add(payer.secret);
  await payer.saveDetails(student);
  await payer.choose(BY_CARD);
  for (const card of ["declined_insufficient_funds", "answer_lost"]) {
    const sent = token(card);
    await atOnce(4, () => payer.pay(sent));
  }
}

describe("neither the database's log nor the service's holds a student or a secret", () => {
  it("and a row that a constraint refuses would be seen", async () => {
    expect(linesWith([await refusedRow()], scene.databaseLog())).toHaveLength(1);
  });

  it("after creates at once, and again: by one key, by one order, by both", async () => {
    const { client, plan, payNow } = await scene.setting();
    const complaints = await complaintsDuring(async () => {
      for (const bodyOf of [plan, () => payNow()]) {
        const body = bodyOf();
        const key = orderId();
        await atOnce(6, () => client.createOnce(key, body));
        expect((await client.createOnce(key, body)).status).toBe(201);
        expect((await client.createOnce(orderId(), body)).status).toBe(409);
        expect((await client.create(body)).status).toBe(409);
        expect((await client.createOnce(key, bodyOf())).status).toBe(422);
        const other = bodyOf();
        expect(statusesOf(await atOnce(6, () => client.createOnce(orderId(), other)))).toEqual([201, 409]);
        const taken = orderId();
        const answers = await atOnce(6, () => client.createOnce(taken, bodyOf()));
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      }
      const declined = payNow("declined_insufficient_funds");
      const key = orderId();
      await atOnce(4, () => client.createOnce(key, declined));
      const again = () => merge(declined, { card_payment: { token: scene.token("declined_lost_card") } });
      for (let tries = 0; tries < 8; tries++) await client.create(again());
      expect((await client.createOnce(key, declined)).status).toBe(402);
    });
    expect(complaints).toEqual([]);
    scene.expectNobody();
  });

  it("after authorisations, confirms and cancels that meet", async () => {
    const { client, created, authorised } = await scene.setting();
    const complaints = await complaintsDuring(async () => {
      const signed = await authorised(3);
      const id = signed.checkout.checkout_id;
      expect(statusesOf(await atOnce(3, () => client.confirm(id, confirmBody(signed))))).toEqual([200]);
      expect((await client.cancel(id)).status).toBe(409);
      const met = await authorised();
      const at = met.checkout.checkout_id;
      await atOnce(4, (index) => (index % 2 ? client.confirm(at, confirmBody(met)) : client.cancel(at)));
      const begun = (await created()).checkout.checkout_id;
      await atOnce(6, (index) => (index % 2 ? client.authorise(begun) : client.cancel(begun)));
      const late = (await created()).checkout.checkout_id;
      await lapse(late, scene.db);
      await atOnce(4, (index) => (index % 2 ? client.cancel(late) : client.authorise(late)));
    });
    expect(complaints).toEqual([]);
    scene.expectNobody();
  });

  it("after a student's way through the portal", async () => {
    expect(await complaintsDuring(wayThroughThePortal)).toEqual([]);
    scene.expectNobody();
  });

  it("after webhooks and background work", async () => {
    const { client, created } = await scene.setting();
    const complaints = await complaintsDuring(async () => {
      await created();
      const made = await atOnce(4, () => client.post("/v1/webhook-endpoints", NOWHERE));
      const id = made[0]!.body.endpoint_id;
      await atOnce(3, () => tick(scene.deps, new Date()));
      const [event] = (await client.get("/v1/events")).body.data;
      const replay = () => client.post(`/v1/webhook-endpoints/${id}/replay`, { event_id: event.id });
      expect(statusesOf(await atOnce(4, replay))).toEqual([202]);
      made.push(...(await atOnce(2, () => client.post(`/v1/webhook-endpoints/${id}/rotate-secret`, {}))));
      for (const { body, text } of made) {
        expect(body, text).toHaveProperty("secret");
        scene.secret.add(body.secret);
      }
      const Authorization = `Bearer ${inject("stack").jobsSecret}`;
      await client.call("POST", "/api/jobs/drain", { key: null, headers: { Authorization } });
    });
    expect(complaints).toEqual([]);
    scene.expectNobody();
  });

  it("after requests that are refused, with a student in every place where one fits", async () => {
    const { client, plan, payNow, provider } = await scene.setting();
    const { student, cardNumber } = scene;
    const valid = plan();
    const attempt = async (body: Body) => expect((await client.create(body)).status).toBeLessThan(500);
    const complaints = await complaintsDuring(async () => {
      for (const value of [
        student.email,
        cardNumber,
        `${student.lastName}\u0000`,
        `\ud800${student.firstName}`,
      ]) {
        const asked = encodeURIComponent(value.toWellFormed());
        for (const member of ["first_name", "last_name", "email"])
          await attempt(merge(valid, { student: { [member]: value.repeat(30) } }));
        await attempt(
          merge(valid, {
            course: { course_name: value },
            provider: { provider_order_id: value, provider_account_id: value },
          }),
        );
        await attempt(
          merge(valid, {
            pricing: { course_price: value },
            plan: { number_of_instalments: value, first_payment_date: value },
          }),
        );
        await attempt(merge(payNow(), { card_payment: { token: value } }));
        await attempt(merge(valid, { provider: { provider_code: value } }));
        await attempt(merge(valid, { metadata: { [value]: value, long: value.repeat(30), list: [value] } }));
        for (const path of [
          `/v1/provider-checkouts?provider_order_id=${asked}`,
          `/v1/provider-checkouts?email=${asked}`,
          `/v1/provider-checkouts?metadata[${asked}]=${asked}&updated_since=${asked}`,
          `/v1/provider-checkouts?metadata[any]=${asked}`,
          `/v1/provider-checkouts?limit=${asked}&starting_after=${asked}`,
          `/v1/provider-checkouts/${asked}`,
          `/v1/events?type=${asked}&checkout_id=${asked}`,
          `/v1/webhook-endpoints/${asked}/deliveries?event_id=${asked}`,
        ])
          expect((await client.get(path)).status).toBeLessThan(500);
        const headers = { "Idempotency-Key": asked.repeat(20), "User-Agent": asked };
        expect((await client.call("POST", "/v1/provider-checkouts", { body: plan(), headers })).status).toBe(
          400,
        );
        await client.as(`${provider.key}${asked}`).get("/v1/events");
      }
      const huge = {
        pricing: { course_price: 1e300, amount_to_finance: -1e300 },
        plan: { number_of_instalments: 2 ** 31 },
      };
      await attempt(merge(valid, huge));
      const text = JSON.stringify(valid);
      for (const raw of [text.slice(0, -9), `${text}${text}`, text.replace('"email"', '"first_name"')])
        expect((await client.call("POST", "/v1/provider-checkouts", { raw })).status).toBe(400);
      const asText = { raw: text, headers: { "Content-Type": "text/plain" } };
      expect((await client.call("POST", "/v1/provider-checkouts", asText)).status).toBe(415);
    });
    expect(complaints).toEqual([]);
    scene.expectNobody();
  });
});

it("a dump holds the student where it must, and nothing of what is sealed, hashed or refused", async () => {
  const { client, created, authorised } = await scene.setting();
  const signed = await authorised();
  await client.confirm(signed.checkout.checkout_id, confirmBody(signed));
  await created();
  scene.secret.add((await client.post("/v1/webhook-endpoints", NOWHERE)).body.secret);
  await tick(scene.deps, new Date());
  const dump = await everythingStored(scene.db);
  expect(linesWith([scene.student.email], dump)).not.toEqual([]);
  expect(linesWith(scene.secret, dump)).toEqual([]);
});

/** Sets what PostgreSQL logs, as its superuser. */
async function configure(settings: Record<string, string>) {
  const { db } = scene;
  await db.execute(sql`alter system reset all`);
  for (const [name, value] of Object.entries(settings))
    await db.execute(sql.raw(`alter system set ${name} = '${value}'`));
  await db.execute(sql`select pg_reload_conf()`);
  await until("the settings hold", async () => {
    const [row] = await db.execute(
      sql`select current_setting('log_statement') = ${settings.log_statement ?? "none"} as held`,
    );
    return row!.held === true;
  });
}

it("set as the guide says, the log holds nobody even where it holds each statement and each refusal", async () => {
  const guide = readFileSync("docs/guides/go-live.md", "utf8");
  const said = [...guide.matchAll(/`(log_\w+) = (\w+)`/g)].map(([, name, value]) => [name!, value!]);
  expect(said).toHaveLength(3);
  await configure({ ...Object.fromEntries(said), log_statement: "all" });
  const { client, payNow, authorised } = await scene.setting();
  const name = await refusedRow();
  const signed = await authorised();
  await client.confirm(signed.checkout.checkout_id, confirmBody(signed));
  await client.create(payNow());
  await wayThroughThePortal();
  await tick(scene.deps, new Date());
  await configure({});
  expect(scene.databaseLog()).toMatch(/execute .*insert into "checkout"/);
  expect(linesWith([name], scene.databaseLog())).toEqual([]);
  scene.expectNobody();
});

it("the logs hold nobody after statements that the database ends, and connections that are cut", async () => {
  const { proxy, student, db } = scene;
  const { client, plan, payNow, created } = await scene.setting();
  const known = (await created()).checkout.checkout_id;
  const blocker = postgres(scene.url, { max: 1 });
  const waiting = sql`from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'provider-checkout'`;
  for (const end of [sql`pg_cancel_backend`, sql`pg_terminate_backend`]) {
    const held = await blocker.reserve();
    await held`begin`;
    await held`lock table checkout, event in exclusive mode`;
    const tries = [client.createOnce(orderId(), plan()), client.create(payNow()), client.cancel(known)];
    await until("all of them wait", async () => (await db.execute(sql`select pid ${waiting}`)).length === 3);
    await db.execute(sql`select ${end}(pid) ${waiting}`);
    expect(statusesOf(await Promise.all(tries))).toEqual([503]);
    await held`rollback`;
    held.release();
  }
  await blocker.end();
  const answers = async () => (await client.get("/v1/events")).status === 200;
  for (const send of [() => client.createOnce(orderId(), plan()), () => client.create(payNow())]) {
    await until("the database answers", answers);
    proxy.holdAt(student.email);
    const cut = send();
    await until("the statement is on its way", proxy.isHolding);
    await proxy.cut();
    expect((await cut).status).toBe(503);
    await proxy.restore();
  }
  await until("the database answers", answers);
  expect(scene.databaseLog()).toMatch(/canceling statement due to user request/);
  scene.expectNobody();
});
