import { asc, eq } from "drizzle-orm";
import { inject, type TestContext } from "vitest";
import { checkout, email } from "../../drizzle/schema";
import type { Deps } from "../../lib/deps";
import type { Id } from "../../lib/domain/ids";
import { tick } from "../../lib/jobs/tick";
import { createSmtp } from "../../lib/mail/smtp";
import { depsOver } from "../portal/student";
import { Api } from "../support/api";
import { database, makeProvider } from "../support/provider";
import { makeDatabase, settingsOf, startServer } from "../support/stack";
import { MAIL_FROM, openPostOffice, type Verdict } from "./post-office";

/** A database of the test's own, a mail server, and the service in this process; its work is done by `tick`. */
export async function mailScene(
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  judge?: (to: string, nth: number) => Verdict,
) {
  const databaseUrl = await makeDatabase(inject("cluster"));
  const { appKeys, jobsSecret } = inject("stack");
  const office = await openPostOffice(judge);
  const db = database(databaseUrl);
  const deps = withMail(depsOver(databaseUrl, appKeys), office.url);
  onTestFinished(async () => {
    await deps.mail!.transport!.close();
    await office.close();
  });
  return {
    databaseUrl,
    appKeys,
    db,
    office,
    deps,
    provider: await makeProvider({}, db),
    /** The settings of a server or worker of this database that sends by the same mail server. */
    settings: {
      ...settingsOf(databaseUrl, appKeys, jobsSecret),
      SMTP_URL: office.url,
      MAIL_FROM,
      SMTP_TIMEOUT_MS: "1000",
    },
    tick: (inMs = 0) => tick(deps, new Date(Date.now() + inMs)),
    mails: () => db.select().from(email).orderBy(asc(email.id)),
    of: async (checkoutId: string) =>
      (
        await db
          .select()
          .from(checkout)
          .where(eq(checkout.id, checkoutId as Id<"chk">))
      )[0]!,
  };
}
export type MailScene = Awaited<ReturnType<typeof mailScene>>;

/** The same adapters, writing to students by a mail server. */
export function withMail(deps: Deps, url: string, timeoutMs = 1_000): Deps {
  return { ...deps, mail: { from: MAIL_FROM, transport: createSmtp({ url, timeoutMs }) } };
}

/** A server of the scene's own, in which no work runs by itself. */
export async function serverOf(
  { settings, provider }: Pick<MailScene, "settings" | "provider">,
  { onTestFinished }: Pick<TestContext, "onTestFinished">,
  also: Record<string, string> = {},
) {
  const server = await startServer("server", { ...settings, TICK_SECONDS: "0", ...also });
  onTestFinished(() => server.stop());
  return { server, client: new Api(server.url, provider.key) };
}
