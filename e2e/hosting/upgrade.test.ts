import { readFileSync } from "node:fs";
import postgres from "postgres";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { migrateDatabase } from "../../drizzle/migrate";
import { readMigrations } from "../../drizzle/migrator/migrations";
import { type Body, confirmBody, daysAhead } from "../support/bodies";
import { Api } from "../support/client";
import { runCommand } from "../support/commands";
import { makeEmptyDatabase } from "../support/database";
import { serveHere } from "../support/here";
import { migrationsFolder } from "../support/migrations";

interface Asked {
  name: string;
  method: string;
  path: string;
  body?: Body;
  idempotencyKey?: string;
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the first release
  answer: any;
}

/**
 * What the first release with both flows (its commit is named) left in its database after these requests, sealed with
 * keys that are for tests only. It is the last commit of the first schema.
 */
const FIRST: {
  commit: string;
  appKeys: string;
  apiKey: string;
  providerCode: string;
  expired: string;
  asked: Asked[];
  rows: Record<string, object[]>;
} = JSON.parse(readFileSync("e2e/hosting/fixtures/first-release.json", "utf8"));

const CHECKOUTS = "/v1/provider-checkouts";
const askedFor = (name: string) => FIRST.asked.find((one) => one.name === name)!;

async function firstDatabase(): Promise<string> {
  const url = await makeEmptyDatabase(inject("cluster"));
  // The schema of the first release, by its own migration. Recording schedules came later.
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(() => sql.end());
  await migrateFirst(url);
  await sql.begin(async (tx) => {
    await tx.unsafe("set local session_replication_role = replica");
    for (const [table, rows] of Object.entries(FIRST.rows))
      await tx.unsafe(
        `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
        [JSON.stringify(rows)],
      );
    await tx`update checkout set expires_at = now() + interval '1 day' where expires_at is not null`;
    await tx`update idempotency_key set expires_at = now() + interval '1 day'`;
    // A plan whose first payment is over could not be signed on any day that this test is run.
    await tx`update checkout set first_payment_date = ${daysAhead(14)} where provider_order_id = ${orderOf(WAITING)}`;
    await tx`update checkout set expires_at = now() - interval '1 minute' where provider_order_id = ${orderOf("expired created")}`;
  });
  return url;
}

const WAITING = "awaiting_confirmation created";

const orderOf = (name: string): string => askedFor(name).body!.provider.provider_order_id;

async function migrateFirst(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const folder = migrationsFolder(1);
  const [first] = readMigrations(folder);
  await sql.unsafe(
    "create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await sql.begin(async (tx) => {
    for (const statement of first!.statements) await tx.unsafe(statement);
    await tx`insert into drizzle.__drizzle_migrations (hash, created_at) values (${first!.hash}, ${first!.when})`;
  });
  await sql.end();
}

describe("the database of the first release, brought up to date", () => {
  it("is served: status, list, repeated requests, an old plan's confirm, its agreement; and is whole", async () => {
    const url = await firstDatabase();
    expect(await migrateDatabase(url)).toHaveLength(20);
    const settings = {
      DATABASE_URL: url,
      APP_KEYS: FIRST.appKeys,
      ENVIRONMENT: "sandbox",
      RATE_LIMIT_PER_SECOND: "0",
      AGREEMENT_TIMEOUT_MS: "120000",
      LOG_LEVEL: "silent",
    };
    const server = await serveHere(settings);
    onTestFinished(server.stop);
    const api = new Api(server.url, FIRST.apiKey);

    const states = { paid: "Payment Processing", awaiting_direct_debit: "Awaiting Direct Debit" };
    for (const [name, status] of Object.entries(states)) {
      const found = await api.status(askedFor(name).answer.checkout.checkout_id);
      expect(found.status, found.text).toBe(200);
      expect(found.body.checkout_status).toBe(status);
      expect(found.body.provider.provider_order_id).toBe(orderOf(name));
    }
    const plans = {
      "awaiting_confirmation created": "Awaiting Confirmation",
      "confirmed created": "Confirmed",
      "cancelled created": "Cancelled",
      "expired created": "Expired",
    };
    for (const [name, status] of Object.entries(plans))
      expect((await api.status(askedFor(name).answer.checkout.checkout_id)).body.checkout_status).toBe(
        status,
      );
    const listed = await api.get(`${CHECKOUTS}?limit=100`);
    expect(listed.body.data.length).toBe(FIRST.rows["public.checkout"]!.length);

    for (const name of ["paid", "awaiting_direct_debit"]) {
      const { path, body, idempotencyKey, answer } = askedFor(name);
      const again = await api.call("POST", path, { body, headers: { "Idempotency-Key": idempotencyKey! } });
      expect(again.status, again.text).toBe(201);
      expect(again.body.checkout.checkout_id).toBe(answer.checkout.checkout_id);
    }

    const { answer } = askedFor(WAITING);
    const signing = confirmBody(answer, { payment: { first_payment_date: daysAhead(14) } });
    const confirmed = await api.confirm(answer.checkout.checkout_id, signing);
    expect(confirmed.status, confirmed.text).toBe(200);
    for (const id of [answer, askedFor("confirmed created").answer].map((one) => one.checkout.checkout_id)) {
      const agreement = await api.get(`${CHECKOUTS}/${id}/agreement`);
      expect(agreement.status).toBe(200);
      expect(Buffer.from(agreement.bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    }
    const lost = askedFor("answer_lost");
    expect(lost.status).toBe(202);
    // Charged, and not recorded as paid: later than a charge may be under way that is a fault, until a tick settles it.
    expect((await runCommand("jobs", ["tick"], settings)).said).toBe("");
    const settled = await api.status(lost.answer.checkout.checkout_id);
    expect(settled.body.checkout_status).toBe("Payment Processing");

    const check = await runCommand("check:integrity", [], settings);
    expect(check.said).toBe("");
    expect(check.rows.every(({ violations }) => violations === 0)).toBe(true);
  });
});
