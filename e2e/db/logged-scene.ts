import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { openDatabase } from "../../lib/db/client";
import { findSession } from "../../lib/setup-page/open";
import { submit } from "../../lib/setup-page/submit";
import { createLog } from "../../server/log";
import { migrateDatabase } from "../../tools/migrator";
import { startPostgres } from "../../tools/postgres/postgres.mjs";
import { atOnce, newVisit } from "../portal/student";
import { type Body, cardToken, merge, orderId, payNowBody, planBody } from "../support/bodies";
import { linesWith, newCanaries } from "../support/canaries";
import { Api } from "../support/client";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { startPostgresProxy } from "../support/postgres-proxy";
import { makeProvider } from "../support/provider";

export type LoggedScene = Awaited<ReturnType<typeof startLoggedScene>>;

/**
 * The service over a PostgreSQL of the test's own, whose log is what it writes where nobody has set anything; the
 * service's own log is at its most talkative.
 */
export async function startLoggedScene() {
  const { student, bank, cardNumber, metadata } = newCanaries();
  /** May stand in the database, and in no log. */
  const shown = new Set<string>([
    ...Object.values(student),
    ...metadata,
    bank.bsb,
    bank.bsb.replace(/^.../, "$&-"),
  ]);
  /** May stand in neither. */
  const secret = new Set<string>([bank.accountName, bank.accountNumber, cardNumber]);

  const name = `logged-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  const cluster = await startPostgres({ name, dataRoot: folder, settings: { fsync: "off" } });
  await migrateDatabase(cluster.url);
  const { db, close } = openDatabase({ url: cluster.url, poolSize: 2, prepare: true, name: "test" });
  const proxy = await startPostgresProxy(cluster.url);
  const { appKeys, jobsSecret } = inject("stack");
  secret.add(appKeys.split(":")[1]!).add(jobsSecret);
  const here = await serveHere({
    ...settingsOver(proxy.url),
    // A connection that is cut while it opens is given up then.
    TEST_LIMIT_MS: "30000",
    // Nobody listens there: mails are composed, tried and put off.
    SMTP_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "enrolments@example.com",
  });
  let written = "";
  here.deps.log = createLog("debug", { write: (line) => (written += line) });
  const databaseLog = () => readFileSync(cluster.logFile, "utf8");

  /** A provider and what it and its students send, each time with the same student. */
  async function setting() {
    const provider = await makeProvider({}, db);
    secret.add(provider.key).add(provider.key.split("_").at(-1)!);
    const client = new Api(here.url, provider.key);
    const { firstName: first_name, lastName: last_name, email } = student;
    const person = {
      student: { first_name, last_name, email },
      metadata: Object.fromEntries([metadata]),
    };
    const plan = () => merge(planBody(provider), person);
    const payNow = (card = "visa"): Body =>
      merge(payNowBody(provider), { ...person, card_payment: { token: token(card) } });
    /** A new plan; what its answer alone shows is kept as secret. */
    async function created() {
      const { status, text, body } = await client.createOnce(orderId(), plan());
      expect(status, text).toBe(201);
      secret.add(body.checkout.checkout_token).add(sessionOf(body));
      return body;
    }
    /** One whose student authorises on the hosted page, in so many windows at once. */
    async function authorised(windows = 2) {
      const body = await created();
      const session = sessionOf(body);
      const send = async (fields: Record<string, string>) =>
        submit(here.deps, (await findSession(here.deps, session))!, {
          session,
          form: new Map(Object.entries(fields)),
          visitor: newVisit(),
        });
      const looked = await send({ intent: "check", ...bank, authorisesAlone: "yes" });
      const { sealed } = looked as typeof looked & { sealed: string };
      for (const view of await atOnce(windows, () =>
        send({ intent: "authorise", sealed, authorised: "yes" }),
      ))
        expect(view.state).toBe("authorised");
      return body;
    }
    return { provider, client, plan, payNow, created, authorised };
  }

  /** A card's token that a log must not show. */
  function token(card: string): string {
    const made = cardToken(card);
    shown.add(made);
    return made;
  }

  return {
    student,
    cardNumber,
    secret,
    db,
    url: cluster.url,
    proxy,
    deps: here.deps,
    setting,
    token,
    databaseLog,
    /** Neither log holds any of it. */
    expectNobody() {
      const all = [...shown, ...secret];
      expect(linesWith(all, databaseLog())).toEqual([]);
      expect(linesWith(all, written)).toEqual([]);
    },
    async stop() {
      await here.stop();
      await proxy.close();
      await close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
      for (const left of [cluster.data, cluster.logFile]) rmSync(left, { recursive: true, force: true });
    },
  };
}

const sessionOf = (created: Body) => new URL(created.direct_debit.setup_url).searchParams.get("session")!;
