import { randomBytes } from "node:crypto";
import { and, asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, inject } from "vitest";
import { email, enrolment } from "../../drizzle/schema";
import { claimOf } from "../../lib/crypto/enrolment-link";
import { WORDING_VERSION } from "../../lib/domain/wording";
import { dispatchEvents } from "../../lib/events/dispatch";
import { sendDueMails } from "../../lib/mail/send-due";
import type { Deps } from "../../server/instance/deps";
import { cardToken } from "../support/bodies";
import { makeDatabase } from "../support/database";
import { database } from "../support/provider";
import {
  BY_CARD,
  begin,
  DECLARED,
  DETAILS,
  depsOver,
  newVisit,
  type Student,
  type StudentOptions,
} from "./student";

const DAY = 86_400_000;
export const inDays = (days: number) => () => new Date(Date.now() + days * DAY);

/** Nobody else's: what is asked for with one address is limited. */
export const newAddress = () => `student-${randomBytes(6).toString("hex")}@example.com`;

/** What the proxy learns when a page of a link is asked for. */
export const look = ({ portal }: Pick<Student, "portal">, secret: string) =>
  portal.lostAt(`/e/${secret}/pay`);

/** Presses "Continue here" behind a link. */
export const press = ({ portal }: Pick<Student, "portal">, secret: string) => portal.continueHere(secret);

export const ask = ({ portal }: Pick<Student, "portal">, code: string | null, address: string) =>
  portal.askForLink(newVisit(), code, { email: address });

/** What every use case gives for a link. */
export const openedWith = ({ portal }: Pick<Student, "portal">, secret: string) =>
  Promise.all([
    portal.view(secret),
    portal.saveDetails(newVisit(), secret, { ...DETAILS, lastName: "Stranger" }),
    portal.choosePayment(newVisit(), secret, BY_CARD),
    portal.payByCard(newVisit(), secret, { token: cardToken(), termsVersion: "1", offer: "" }),
    portal.confirmPlan(newVisit(), secret, DECLARED, "", WORDING_VERSION),
    portal.changeAccount(newVisit(), secret, ""),
    portal.agreement(secret),
    portal.calendar(secret),
  ]);
export const NOTHING = Array(8).fill(null);

/** A database of the file's own, whose mails are kept. */
export function keptMails() {
  let databaseUrl: string;
  let over: Deps;
  beforeAll(async () => {
    databaseUrl = await makeDatabase(inject("cluster"));
    const deps = depsOver(databaseUrl, `1:${randomBytes(32).toString("base64")}`);
    over = { ...deps, mail: { from: "enrolments@checkout.example", transport: null } };
  });
  afterAll(() => over.close());
  const db = () => database(databaseUrl);
  const arrive = (options: StudentOptions = {}) => begin({ over, db: db(), ...options });

  /** Does the work of the mails, and gives those that an address has: oldest first, with the link in each. */
  async function mailsTo(address: string, clock: () => Date = inDays(0)) {
    await dispatchEvents(over, clock);
    await sendDueMails(over, clock, () => true);
    const rows = await db()
      .select()
      .from(email)
      .where(and(eq(sql`lower(${email.address})`, address.toLowerCase()), eq(email.status, "kept")))
      .orderBy(asc(email.id));
    return rows.map((row) => ({ ...row, secret: /\/e\/([\w-]+)/.exec(row.textBody!)?.[1] ?? "" }));
  }

  return {
    over: () => over,
    databaseUrl: () => databaseUrl,
    db,
    arrive,
    mailsTo,
    /** A student who gave an address, and the link that was mailed there. */
    async mailed() {
      const student = await arrive();
      const address = newAddress();
      await student.saveDetails({ ...DETAILS, email: address });
      const [mail] = await mailsTo(address);
      return { ...student, address, link: mail!.secret };
    },
    /** The row as it is, and its version: another one for each write. */
    async rowOf(secret: string) {
      const [row] = await db()
        .select({ all: enrolment, version: sql<string>`xmin::text` })
        .from(enrolment)
        .where(eq(enrolment.id, claimOf(secret)!.id));
      return row!;
    },
  };
}
