import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { chargeAttempt, dda, webhookEndpoint } from "../../drizzle/schema";
import { sealedBankPage } from "../../lib/checkout/bank-page";
import { createVault } from "../../lib/crypto/vault";
import { type Id, newId } from "../../lib/domain/ids";
import { openWebhookSecret, sealWebhookSecret } from "../../lib/events/secret";
import { rotate } from "../../lib/gateway/set-up";
import { staffSecret } from "../../lib/staff/secret";
import { newWebhookSecret } from "../../packages/net/signature";
import { createPortal } from "../../server/instance/portal";
import { checkKeys } from "../../server/keys/check-keys";
import { SEALED_COLUMNS } from "../../server/keys/columns";
import { findNeeds } from "../../server/keys/needs";
import { reseal } from "../../tools/command-line/reseal";
import { readSealed, replaceSealed } from "../../tools/command-line/sealed-rows";
import { makeAccount } from "../support/accounts";
import { checkoutIdOf } from "../support/answer";
import { Api } from "../support/api";
import { type Body, cardToken, orderId, payNowBody, planBody } from "../support/bodies";
import { type Ending, runCommand } from "../support/commands";
import { makeDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { until } from "../support/poll";
import { makeCourse, makeProvider } from "../support/provider";
import { settingsOf } from "../support/stack";
import { ENDPOINTS, makeEndpoint, NOWHERE } from "../support/webhooks";

const newKey = (version: number) => `${version}:${randomBytes(32).toString("base64")}`;

/** A database of the test's own that holds what a server with key 1 has sealed, and servers with other keys. */
async function place() {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const [one, two] = [newKey(1), newKey(2)];
  const serve = async (keys: string) => {
    const server = await serveHere(settingsOf(databaseUrl, keys, "x".repeat(24)));
    onTestFinished(() => server.stop());
    await checkKeys(server.deps);
    return server;
  };
  const first = await serve(one);
  const { db } = first.deps;
  const provider = await makeProvider({}, db);
  const client = (server: { url: string }) => new Api(server.url, provider.key);
  const command = (keys: string, ...args: string[]) =>
    runCommand("keys:app", args, { DATABASE_URL: databaseUrl, APP_KEYS: keys });
  return { one, two, serve, first, db, provider, client, command };
}
type Place = Awaited<ReturnType<typeof place>>;

/** An answer that is promised to whoever sends the same request again. */
interface Promised {
  key: string;
  body: Body;
  text: string;
}

async function create(api: Api, body: Body): Promise<Promised & { id: string }> {
  const key = orderId();
  const answer = await api.createOnce(key, body);
  expect([201, 202]).toContain(answer.status);
  const id = checkoutIdOf(answer);
  return { key, body, text: JSON.stringify(answer.body.checkout), id };
}

/** One of each thing that is sealed or derived. */
async function oneOfEach({ provider, client, db }: Place, server: Place["first"]) {
  const api = client(server);
  const open = await create(api, planBody(provider));
  const signed = await create(api, planBody(provider));
  expect((await api.authorise(signed.id)).status).toBe(200);
  const lost = await create(api, payNowBody(provider, { card_payment: { token: cardToken("answer_lost") } }));
  const checkoutId = lost.id as Id<"chk">;
  await db
    .update(chargeAttempt)
    .set(sealedBankPage(server.deps.vault, checkoutId, "https://bank.test/challenge"))
    .where(eq(chargeAttempt.checkoutId, checkoutId));
  const endpoint = await makeEndpoint(api);
  const path = `${ENDPOINTS}/${endpoint.endpoint_id}/rotate-secret`;
  const rotated = await api.post(path, {}, { headers: { "Idempotency-Key": "rotate" } });
  expect(rotated.status).toBe(200);
  const account = await makeAccount(server.deps, provider, ["a-secret", "a-webhook-secret"]);
  await rotate(db, server.deps.vault, account, "another-webhook-secret", true);
  await staffSecret(server.deps);
  const course = await makeCourse(provider, {}, db);
  const link = await createPortal(server.deps).start(provider.code, course.slug);
  return {
    promised: [open, signed, lost],
    signed,
    endpoint,
    secrets: [rotated.body.secret, endpoint.secret],
    link: link!,
  };
}

/** Secrets of endpoints of another provider, more than one batch of them. */
async function sealMore({ db, first }: Place, count: number): Promise<void> {
  const { id: providerId } = await makeProvider({}, db);
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const rows = Array.from({ length: count }, () => {
    const id = newId("whe");
    const { bytes, keyVersion } = sealWebhookSecret(first.deps.vault, id, newWebhookSecret());
    const sealed = { secretSealed: bytes, secretKeyVersion: keyVersion };
    return { providerId, id, url: NOWHERE, eventTypes: [], ...sealed, ...times };
  });
  await db.insert(webhookEndpoint).values(rows);
}

async function expectKept(
  { client, db, provider }: Place,
  server: Place["first"],
  { promised, signed, secrets }: Omit<Awaited<ReturnType<typeof oneOfEach>>, "link" | "endpoint">,
) {
  for (const { key, body, text } of promised) {
    const again = await client(server).createOnce(key, body);
    expect(JSON.stringify(again.body.checkout)).toBe(text);
  }
  const [authority] = await db
    .select()
    .from(dda)
    .where(eq(dda.checkoutId, signed.id as Id<"chk">));
  const { vault } = server.deps;
  const { bankSealed: bytes, bankKeyVersion: keyVersion } = authority!;
  const bank = vault.open("bank-details", authority!.id, { bytes: bytes!, keyVersion: keyVersion! });
  expect(JSON.parse(Buffer.from(bank).toString())).toHaveProperty("accountNumber");
  const endpoints = await db
    .select()
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.providerId, provider.id));
  const opened = endpoints.flatMap((one) => [
    openWebhookSecret(vault, one.id, { bytes: one.secretSealed, keyVersion: one.secretKeyVersion }),
    ...(one.previousSecretSealed
      ? [
          openWebhookSecret(vault, one.id, {
            bytes: one.previousSecretSealed,
            keyVersion: one.previousSecretKeyVersion!,
          }),
        ]
      : []),
  ]);
  expect(opened).toEqual(expect.arrayContaining(secrets));
}

const needsOf = async ({ db }: Pick<Place, "db">, version: number) =>
  (await findNeeds(db)).find((need) => need.version === version);
const last = ({ code, rows, said }: Ending) => {
  expect({ code, said }).toEqual({ code: 0, said: "" });
  return rows.at(-1)!;
};

describe("the columns that are sealed anew", () => {
  it("are all that there are", async () => {
    const { db } = await place();
    const found = await db.execute<{ name: string }>(sql`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and data_type = 'bytea' and column_name like '%sealed%'
        and table_name <> 'sealed_probe'`);
    const known = SEALED_COLUMNS.map(({ table, bytes }) => `${table}.${bytes}`);
    expect(found.map(({ name }) => name).sort()).toEqual(known.sort());
  });
});

describe("npm run keys:app", () => {
  it("seals everything under the newest key while the service works, twice at once, and nothing is lost", async () => {
    const here = await place();
    const { first, one, two, serve, client, provider } = here;
    const old = await oneOfEach(here, first);
    await sealMore(here, 120);
    const both = await serve(`${two},${one}`);

    const made: (Promised & { id: string })[] = [];
    let secret = "";
    let isOver = false;
    const endpointId = old.endpoint.endpoint_id ?? old.endpoint.id;
    // A server that knows the new key already, and one that still seals under the old.
    const behind = await serve(`${one},${two}`);
    const working = [both, behind].map(async (server, at) => {
      while (!isOver) {
        const plan = await create(client(server), planBody(provider));
        await client(server).authorise(plan.id);
        made.push(plan);
        if (at === 0)
          secret = (await client(server).post(`${ENDPOINTS}/${endpointId}/rotate-secret`, {})).body.secret;
      }
    });
    await until("there is load", () => made.length > 3);
    const ends = await Promise.all([reseal(both.deps), reseal(both.deps)]);
    const before = made.length;
    await until("there is load after it", () => made.length > before + 1);
    isOver = true;
    await Promise.all(working);
    // What the server that was behind has sealed since.
    await reseal(both.deps);

    const resealed = ends.map((end) => end.webhook_secrets!.resealed);
    expect(resealed[0]! + resealed[1]!).toBeGreaterThanOrEqual(120);
    expect(ends.flatMap((end) => Object.values(end)).map((count) => count.not_opened)).not.toContain(1);
    expect((await needsOf(here, 1))!.sealed).toEqual([]);

    // Links still need the old key: they are ended, and then nothing does.
    const ended = await here.command(`${two},${one}`, "reseal", "--end-links");
    expect(ended.rows[0]).toMatchObject({ ended_links: { enrolments: 1 } });
    expect(await needsOf(here, 1)).toBeUndefined();
    const only = await serve(two);
    const rest = { ...old, secrets: [secret], promised: [...old.promised, ...made] };
    await expectKept(here, only, rest);
    expect(await createPortal(only.deps).view(old.link)).toBeNull();
  });

  it("reports what needs which key, and what it did, a line each", async () => {
    const here = await place();
    const { one, two, command } = here;
    const old = await oneOfEach(here, here.first);
    const keys = `${two},${one}`;
    expect(await command(keys, "versions")).toMatchObject({
      code: 0,
      rows: [
        { key_version: 2, configured: true, first: true, wrong: false, sealed: [], links: [] },
        {
          key_version: 1,
          configured: true,
          first: false,
          wrong: false,
          sealed: SEALED_COLUMNS.map(({ called: what }) => ({
            what,
            count: what === "stored answers" ? 2 : 1,
          })),
        },
      ],
    });
    const done = await command(keys, "reseal");
    expect(done.rows.slice(0, 11)).toEqual(
      [1, 1, 1, 2, 1, 1, 1, 1, 1, 1, 1].map((resealed, at) => ({
        what: SEALED_COLUMNS[at]!.called.replaceAll(" ", "_"),
        resealed,
        changed_meanwhile: 0,
        not_opened: 0,
      })),
    );
    expect(last(done)).toMatchObject({
      key_version: 1,
      sealed: [],
      links: [
        { what: "open links to bank pages", count: 1, until: expect.any(String) },
        { what: "links to enrolments", count: 1, until: expect.any(String) },
      ],
    });
    // Refused while they are open, and not any more when they were ended.
    expect(await command(two, "reseal")).toMatchObject({
      code: 1,
      said: expect.stringContaining("version 1 is missing"),
    });
    const ended = await command(keys, "reseal", "--end-links");
    expect(ended.rows[0]).toEqual({ ended_links: { bank_pages: 1, enrolments: 1 } });
    expect(last(ended)).toMatchObject({ key_version: 1, sealed: [], links: [] });
    expect((await command(two, "reseal")).code).toBe(0);
    await expectKept(here, await here.serve(two), { ...old, promised: old.promised.slice(1) });
  });

  it("refuses a wrong key, and options that it does not know, before it changes anything", async () => {
    const { one, two, command } = await place();
    expect(await command(`${two},${newKey(1)}`, "reseal")).toMatchObject({
      code: 1,
      said: expect.stringContaining("APP_KEYS: version 1 is another key"),
    });
    expect((await command(`${two},${one}`, "reseal", "--end-link")).said).toContain(
      "npm run keys:app -- reseal [--end-links]",
    );
  });

  it("counts a damaged row, and seals the others", async () => {
    const here = await place();
    await oneOfEach(here, here.first);
    await here.db.execute(sql`update dda set bank_sealed = set_byte(bank_sealed, 30, 255 - get_byte(bank_sealed, 30))
      where bank_sealed is not null`);
    const done = await reseal({ ...here.first.deps, vault: createVault(`${here.two},${here.one}`) });
    expect(done.bank_details).toEqual({ resealed: 0, changed_meanwhile: 0, not_opened: 1 });
    expect(done.stored_answers).toEqual({ resealed: 2, changed_meanwhile: 0, not_opened: 0 });
  });

  it("writes no row that somebody has changed since it was read", async () => {
    const here = await place();
    await oneOfEach(here, here.first);
    for (const column of SEALED_COLUMNS) {
      const [row] = await readSealed(here.db, column, 2, null, 1);
      const fresh = { bytes: randomBytes(40), keyVersion: 2 };
      expect(
        await replaceSealed(here.db, column, Object.assign({}, row!, { bytes: randomBytes(40) }), fresh),
      ).toBe(false);
      expect(await replaceSealed(here.db, column, Object.assign({}, row!, { version: 3 }), fresh)).toBe(
        false,
      );
      expect(await readSealed(here.db, column, 2, null, 1)).toEqual([row]);
      expect(await replaceSealed(here.db, column, row!, fresh)).toBe(true);
      const [changed] = await readSealed(here.db, column, 1, null, 1);
      expect(Buffer.from(changed!.bytes)).toEqual(fresh.bytes);
    }
  });
});
