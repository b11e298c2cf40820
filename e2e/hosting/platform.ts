/** One process as a platform runs it: started by nothing but its settings, frozen between requests, thawed for the next. */
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../../lib/db/client";
import { Api } from "../support/api";
import { orderId, payNowBody } from "../support/bodies";
import { chargedFor } from "../support/charges";
import { open, submit } from "../support/html-form";
import { hurried } from "../support/limits";
import { database, makeProvider } from "../support/provider";
import { settingsOf, startServer } from "../support/stack";

/** Longer than anything that keeps a process of ours busy: what is noticed is a freeze. */
const FROZEN_MS = 3_000;
/** Only what hangs takes as long, on any machine. */
export const AT_ONCE_MS = 15_000;

export const CRON_SECRET = randomBytes(24).toString("base64url");

/**
 * @param way the database as the process reaches it
 * @param databaseUrl the same for the test
 */
export async function startPlatform(way: string, databaseUrl = way, settings: Record<string, string> = {}) {
  // What is empty counts as missing: the platform's defaults hold.
  const {
    TICK_SECONDS: _,
    JOBS_SECRET: __,
    ...usual
  } = hurried(settingsOf(way, `1:${randomBytes(32).toString("base64")}`, ""));
  const server = await startServer("next", {
    ...usual,
    VERCEL: "1",
    VERCEL_ENV: "preview",
    CRON_SECRET,
    MAIL_KEEP: "on",
    WEBHOOK_ALLOW_LOOPBACK: "on",
    ...settings,
  });
  const db = database(databaseUrl);
  const provider = await makeProvider({}, db);
  return {
    server,
    db,
    provider,
    client: new Api(server.url, provider.key),
    /** Nothing of the process runs while `meanwhile` does, nor for some seconds. */
    async freeze(meanwhile: () => Promise<unknown> = async () => {}, ms = FROZEN_MS) {
      server.child.kill("SIGSTOP");
      const over = new Promise((resolve) => setTimeout(resolve, ms));
      await meanwhile();
      await over;
    },
    thaw: () => server.child.kill("SIGCONT"),
    /** Whatever it had open to the database is ended by the database. */
    endConnections: () => endConnections(db),
  };
}

export type Platform = Awaited<ReturnType<typeof startPlatform>>;

const endConnections = (db: Db) =>
  db.execute(sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name in ('provider-checkout', 'sandbox-gateway') and datname = current_database()`);

/** A request of each kind, made ready before the freeze. */
export async function kindsOf({ server, client, provider }: Platform) {
  const page = `${server.url}/p/${provider.code}/link`;
  const form = await open(page);
  const [key, body] = [orderId(), payNowBody(provider)];
  return {
    /** All at once, and the same if it is asked again. @returns their statuses */
    async ask() {
      const answers = await Promise.all([
        client.list(),
        client.createOnce(key, body),
        open(page),
        submit(form, "Email me a new link", { email: "amelia@example.com" }),
      ]);
      return answers.map(({ status }) => status);
    },
    charged: () => chargedFor(client, body),
  };
}

export const ALL_WELL = [200, 201, 200, 303];
