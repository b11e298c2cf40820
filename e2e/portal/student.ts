import { and, asc, eq } from "drizzle-orm";
import { extractText, getDocumentProxy } from "unpdf";
import { inject } from "vitest";
import { chargeAttempt, checkout, course, enrolment, provider } from "../../drizzle/schema";
import { authoriseInSandbox } from "../../lib/checkout/authorise";
import { claimOf } from "../../lib/crypto/enrolment-link";
import { newId } from "../../lib/domain/ids";
import { WORDING_VERSION } from "../../lib/domain/wording";
import type { Visit } from "../../lib/enrolment/context";
import type { Result } from "../../lib/enrolment/result";
import { timed } from "../../packages/dates/time";
import { createDeps, type Deps } from "../../server/instance/deps";
import { createPortal } from "../../server/instance/portal";
import type { Env } from "../../server/settings/env";
import { daysAhead } from "../support/bodies";
import { HANGS_MS } from "../support/limits";
import { until } from "../support/poll";
import { database, lapse, makeCourse, makeProvider, type TestProvider } from "../support/provider";

/** The service's own adapters over a database: the shared one, if no other is named. Whoever asks for them closes them. */
export function depsOver(databaseUrl = inject("stack").databaseUrl, appKeys = inject("stack").appKeys): Deps {
  const settings: Env = {
    ENVIRONMENT: "sandbox",
    ACCESS_LOG: "off",
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: 10,
    DATABASE_PREPARE: "on",
    DATABASE_DURABILITY: "standby",
    BASE_URL: "http://localhost:3000",
    APP_KEYS: appKeys,
    TICK_SECONDS: 0,
    DRAIN_MS: 0,
    METRICS_HOST: "127.0.0.1",
    GATEWAY_PUBLISHABLE_KEY: "pk_test_providerCheckoutSandbox",
    GATEWAY_TIMEOUT_MS: HANGS_MS,
    WEBHOOK_TIMEOUT_MS: HANGS_MS,
    TEST_LIMIT_MS: HANGS_MS,
    WEBHOOK_ALLOW_LOOPBACK: "off",
    TRUSTED_PROXY_HOPS: 0,
    // All tests of a process come from one network: those of limits bring their own.
    RATE_LIMIT_PER_SECOND: 0,
    RATE_LIMIT_STORE: "memory",
    NODE_ENV: "test",
    LOG_LEVEL: "silent",
    platform: null,
  };
  return createDeps(settings, { serves: false });
}

/** One for all tests of this process, and never closed. */
let shared: Deps | undefined;
const sharedDeps = () => (shared ??= depsOver());

export const DETAILS = { firstName: "Amelia", lastName: "Nguyen", email: "amelia@example.com" };

export const BY_CARD = {
  paymentType: "upfront_payment",
  frequency: "",
  numberOfInstalments: "",
  firstPaymentDate: "",
} as const;

/** 26 fortnightly payments, the first in two weeks. */
export const BY_PLAN = {
  paymentType: "interest_free_payment_plan",
  frequency: "Fortnightly",
  numberOfInstalments: "26",
  firstPaymentDate: daysAhead(14),
} as const;

export const DECLARED = {
  payment_plan_accepted: "on",
  information_confirmed: "on",
  privacy_consent_accepted: "on",
};

export const newVisit = (): Visit => ({
  requestId: newId("req"),
  ipAddress: "203.0.113.7",
  userAgent: "Mozilla/5.0 (a student's browser)",
});

export interface StudentOptions {
  priceCents?: number;
  timeZone?: string;
  /** In place of the service's own: a gateway that loses answers, another clock. */
  deps?: Partial<Deps>;
  /** All of the service's adapters, where the database is another one. */
  over?: Deps;
  db?: ReturnType<typeof database>;
  /** In place of a new provider. */
  college?: TestProvider;
}

/** A document, once it is there: a page waits for it three seconds at most. */
export const made = <T>(ask: () => Promise<T | "being_made" | null>) =>
  until("the document", async () => {
    const document = await ask();
    return document !== "being_made" && document;
  });

/** A provider and a course of the test's own, and a student who has just begun there. */
export async function begin(options: StudentOptions = {}) {
  const { db = database(), over = sharedDeps() } = options;
  const deps: Deps = { ...over, ...options.deps };
  const portal = createPortal(deps);
  const college = options.college ?? (await makeProvider({ timeZone: options.timeZone }, db));
  const chosen = await makeCourse(college, { priceCents: options.priceCents }, db);
  const secret = (await portal.start(college.code, chosen.slug))!;
  const view = async () => (await portal.view(secret))!;
  const { reference } = await view();
  const ofOrder = and(eq(checkout.providerId, college.id), eq(checkout.providerOrderId, reference));

  return {
    db,
    deps,
    portal,
    college,
    course: chosen,
    secret,
    reference,
    view,
    step: async () => (await view()).step,
    saveDetails: async (fields: typeof DETAILS & { askedEmail?: string } = DETAILS): Promise<Result> =>
      (await portal.saveDetails(newVisit(), secret, fields))!,
    choose: async (fields: Parameters<typeof portal.choosePayment>[2], through = portal): Promise<Result> =>
      (await through.choosePayment(newVisit(), secret, fields))!,
    /** As the card page does it: with the Terms and the price that stand there at the moment. */
    pay: async (token: string, through = portal) => {
      const { terms, offer } = await view();
      const accepted = { termsVersion: terms.version, offer };
      return (await through.payByCard(newVisit(), secret, { token, ...accepted }))!;
    },
    /** As the review page does it: for the plan that stands there at the moment. */
    confirm: async (
      declarations = DECLARED,
      through = portal,
      wording: string = WORDING_VERSION,
      checkoutId?: string,
    ): Promise<Result> => {
      const shown = checkoutId ?? (await view()).checkoutId ?? "";
      const result = (await through.confirmPlan(newVisit(), secret, declarations, shown, wording))!;
      // Null where another link was continued: this one shows nothing any more.
      if (result) await until("the agreement", async () => (await view()).agreement !== "being_made");
      return result;
    },
    /** Signs the bank authority, as on the hosted page. */
    async authorise() {
      const [live] = await this.checkouts();
      const by = {
        provider: { id: college.id, timeZone: "Australia/Sydney" },
        actor: { kind: "student" } as const,
        ...newVisit(),
      };
      await authoriseInSandbox(
        timed(deps, () => new Date()),
        by,
        live!.id,
        "success",
      );
    },
    /** What the gateway itself says it did for the order, oldest first, as "succeeded 150000". */
    async charges() {
      const listed = await over.sandboxExtras.get("sandbox")!.chargesOf(college.id, reference);
      return listed.map(({ status, amountCents }) => `${status} ${amountCents}`).reverse();
    },
    /** The order's checkouts, newest first. */
    checkouts: async () =>
      (await db.select().from(checkout).where(ofOrder).orderBy(asc(checkout.id))).reverse(),
    statuses: async () =>
      (await db.select().from(checkout).where(ofOrder).orderBy(asc(checkout.id))).map(
        (row) => row.checkoutStatus,
      ),
    attempts: () =>
      db
        .select({ id: chargeAttempt.id, status: chargeAttempt.status })
        .from(chargeAttempt)
        .innerJoin(checkout, eq(checkout.id, chargeAttempt.checkoutId))
        .where(ofOrder),
    async answers() {
      const [row] = await db
        .select()
        .from(enrolment)
        .where(eq(enrolment.id, claimOf(secret)!.id));
      return row!;
    },
    /** What the signed agreement says, on one line. */
    async agreementText() {
      const pdf = new Uint8Array((await made(() => portal.agreement(secret))).content);
      const { text } = await extractText(await getDocumentProxy(pdf), { mergePages: true });
      return text.replace(/\s+/g, " ");
    },
    /** Lets the time of the live checkout run out, as if its last answer were long ago. */
    async lapse() {
      const longAgo = { updatedAt: new Date(Date.now() - 10_800_000) };
      await db
        .update(enrolment)
        .set(longAgo)
        .where(eq(enrolment.id, claimOf(secret)!.id));
      await lapse((await this.checkouts())[0]!.id, db);
    },
    setPrice: (priceCents: number) => db.update(course).set({ priceCents }).where(eq(course.id, chosen.id)),
    setTerms: (terms: string, termsVersion: string) =>
      db.update(provider).set({ terms, termsVersion }).where(eq(provider.id, college.id)),
  };
}
export type Student = Awaited<ReturnType<typeof begin>>;

/** A student who stands before the card page. */
export async function atCard(options: StudentOptions = {}): Promise<Student> {
  const student = await begin(options);
  await student.saveDetails();
  await student.choose(BY_CARD);
  return student;
}

/** A student whose plan awaits the bank authority. */
export async function atBank(options: StudentOptions = {}): Promise<Student> {
  const student = await begin(options);
  await student.saveDetails();
  await student.choose(BY_PLAN);
  return student;
}

/** A student whose plan awaits the declarations. */
export async function atReview(options: StudentOptions = {}): Promise<Student> {
  const student = await atBank(options);
  await student.authorise();
  return student;
}

/** That many at once; what each of them gave. */
export const atOnce = <T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, index) => work(index)));
