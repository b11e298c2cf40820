import { asc } from "drizzle-orm";
import { inject, type TestContext } from "vitest";
import { email } from "../../drizzle/schema";
import { databaseNow } from "../../lib/db/clock";
import { countDue } from "../../lib/db/due";
import { dispatchEvents } from "../../lib/events/dispatch";
import { sendDueMails } from "../../lib/mail/send-due";
import { createSmtp } from "../../packages/mail/smtp";
import type { Deps } from "../../server/instance/deps";
import { Api } from "../support/api";
import { makeDatabase } from "../support/database";
import { settingsOver } from "../support/fresh";
import { serveHere } from "../support/here";
import { database, makeProvider } from "../support/provider";
import { MAIL_FROM, openPostOffice, type Verdict } from "./post-office";

/** A database of the test's own, a mail server, and the service in this process; its mails go out by `work`. */
export async function mailScene(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  judge?: (to: string) => Verdict,
) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const office = await openPostOffice(judge);
  /** Of a server or worker of this database that sends by the same mail server, too. */
  const settings = { ...settingsOver(databaseUrl), SMTP_URL: office.url, MAIL_FROM };
  const { url, deps, stop } = await serveHere(settings);
  onTestFinished(async () => {
    await stop();
    await office.close();
  });
  const db = database(databaseUrl);
  const provider = await makeProvider({}, db);
  return {
    settings,
    db,
    office,
    deps,
    provider,
    client: new Api(url, provider.key),
    work: (inMs = 0) => mailWork(deps, inMs),
    mails: () => db.select().from(email).orderBy(asc(email.id)),
  };
}
export type MailScene = Awaited<ReturnType<typeof mailScene>>;

/** Milliseconds of a day. */
export const DAY = 24 * 3_600_000;

/** Writes and sends all mails that are due, so many milliseconds from now, however long that takes. */
export async function mailWork(deps: Deps, inMs = 0): Promise<{ mailed: number; remaining: number }> {
  const from = performance.now();
  // The service goes by the database's clock, which may be a little ahead of this machine's.
  const start = Math.max(Date.now(), (await databaseNow(deps.db)).getTime()) + inMs;
  const clock = () => new Date(start + performance.now() - from);
  await dispatchEvents(deps, clock);
  const mailed = await sendDueMails(deps, clock, () => true);
  return { mailed, remaining: await countDue(deps.db, clock()) };
}

/** The same adapters, writing to students by a mail server of which they wait so long for each answer. */
export function withMail(deps: Deps, url: string, timeoutMs = 20_000): Deps {
  return { ...deps, mail: { from: MAIL_FROM, transport: createSmtp({ url, timeoutMs }) } };
}
