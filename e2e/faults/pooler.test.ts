import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { openDatabase } from "../../lib/db/client";
import type { Answer } from "../support/answer";
import { confirmBody, payNowBody, planBody } from "../support/bodies";
import { chargedFor, checkoutsFor } from "../support/charges";
import { Api } from "../support/client";
import { makeDatabase } from "../support/database";
import { until } from "../support/poll";
import { database, makeProvider } from "../support/provider";
import { type RunningProcess, settingsOf, startServer } from "../support/stack";
import { type Pooler, pgbouncer, startPooler } from "./pooler";

const CALLERS = 12;
const ROUNDS = 25;

describe.skipIf(!pgbouncer.path).each([
  ["transaction", "off"],
  ["session", "on"],
] as const)(
  `behind PgBouncer (${pgbouncer.path ?? pgbouncer.remedy}) in %s mode, prepare %s`,
  (mode, prepare) => {
    let direct: string;
    let pooler: Pooler;
    let server: RunningProcess;
    beforeAll(async () => {
      direct = await makeDatabase(inject("cluster"));
      pooler = await startPooler({ databaseUrl: direct, mode, poolSize: mode === "session" ? 60 : 8 });
      const appKeys = `1:${randomBytes(32).toString("base64")}`;
      server = await startServer("server", {
        ...settingsOf(pooler.url, appKeys, randomBytes(24).toString("base64url")),
        DATABASE_PREPARE: prepare,
      });
    });
    afterAll(async () => {
      await server?.stop();
      await pooler?.stop();
    });

    const open = () => {
      const opened = openDatabase({ url: pooler.url, poolSize: 5, prepare: prepare === "on", name: "test" });
      onTestFinished(opened.close);
      return opened.db;
    };

    /** Requests one after the other, each with values of its own that its answer must hold. */
    async function traffic(key: string, provider: Awaited<ReturnType<typeof makeProvider>>) {
      const client = new Api(server.url, key);
      let requests = 0;
      const ok = async (asked: Promise<Answer>, status: number) => {
        const answer = await asked;
        requests++;
        expect(answer.status, answer.text.slice(0, 300)).toBe(status);
        return answer.body;
      };
      for (let round = 0; round < ROUNDS; round++) {
        const paid = payNowBody(provider);
        const paidAnswer = await ok(client.createOnce(`p-${randomBytes(6).toString("hex")}`, paid), 201);
        const planned = planBody(provider);
        const created = await ok(client.createOnce(`d-${randomBytes(6).toString("hex")}`, planned), 201);
        const id = created.checkout.checkout_id;
        await ok(client.authorise(id), 200);
        const confirmed = await ok(client.confirm(id, confirmBody(created)), 200);
        expect(confirmed.checkout.checkout_id).toBe(id);
        for (const [asked, body] of [
          [paidAnswer.checkout.checkout_id, paid],
          [id, planned],
        ]) {
          const found = await ok(client.status(asked), 200);
          expect(found.checkout.checkout_id).toBe(asked);
          expect(found.provider.provider_order_id).toBe(body.provider.provider_order_id);
        }
        expect(await checkoutsFor(client, planned)).toHaveLength(1);
        expect(await chargedFor(client, paid)).toEqual([1500]);
        requests += 2;
      }
      return requests;
    }

    it("thousands of requests have no error, and each its own answer", async () => {
      const provider = await makeProvider({}, database(direct));
      const all = await Promise.all(Array.from({ length: CALLERS }, () => traffic(provider.key, provider)));
      expect(all.reduce((sum, one) => sum + one)).toBe(CALLERS * ROUNDS * 8);
    });

    it("works again after the pooler was restarted", async () => {
      const provider = await makeProvider({}, database(direct));
      const client = new Api(server.url, provider.key);
      await pooler.restart();
      await until("it is ready", async () => (await client.get("/readyz")).status === 200);
      expect(await traffic(provider.key, provider)).toBe(ROUNDS * 8);
    });

    it("statements and waits for locks have their time-outs", async () => {
      const db = open();
      const [row] = await db.execute(
        sql`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
      );
      expect(row).toEqual({ statement: "15s", lock: "3s" });
      await db.transaction(async (holder) => {
        await holder.execute(sql`lock table provider`);
        await expect(db.execute(sql`select ${1}::int from provider`)).rejects.toMatchObject({
          cause: { code: "55P03" },
        });
      });
      await expect(db.execute(sql`select pg_sleep(${30}::int)`)).rejects.toMatchObject({
        cause: { code: "57014" },
      });
    });
  },
);
