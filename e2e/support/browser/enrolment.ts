import { and, eq } from "drizzle-orm";
import { course, enrolment } from "../../../drizzle/schema";
import { claimOf, enrolmentSecret } from "../../../lib/crypto/enrolment-link";
import { createVault } from "../../../lib/crypto/vault";
import { newId } from "../../../lib/domain/ids";
import { makeAccount } from "../accounts";
import { checkoutIdOf, ok } from "../answer";
import { type Body, confirmBody, daysAhead, orderId, planBody } from "../bodies";
import type { Api } from "../client";
import { database, lapse } from "../provider";
import { heldOnce } from "../scenes";
import { sharedStack } from "../shared";
import type { College } from "./college";

/** An enrolment that a test finds already begun. */
export interface TestEnrolment {
  /** The resume link, without the origin. */
  home: string;
  /** The order reference that the student sees. */
  reference: string;
}

const STUDENT = { firstName: "Amelia", lastName: "Nguyen", email: "amelia@example.com" };

const CHOSEN = {
  none: {},
  card: { paymentType: "upfront_payment", chosenPriceCents: 150_000 },
  plan: {
    paymentType: "interest_free_payment_plan",
    chosenPriceCents: 150_000,
    frequency: "Fortnightly",
    numberOfInstalments: 26,
  },
} as const;

/** An enrolment in the course for $1,500.00: its details are given, and it may be chosen how to pay. */
export async function makeEnrolment(
  college: College,
  chosen: keyof typeof CHOSEN = "none",
): Promise<TestEnrolment> {
  const vault = createVault(sharedStack().appKeys);
  const row = { id: newId("enr"), linkKeyVersion: vault.keyVersion };
  const [found] = await database()
    .select({ id: course.id })
    .from(course)
    .where(and(eq(course.providerId, college.id), eq(course.slug, college.course.slug)));
  const reference = orderId();
  // A plan that is made to lapse has to end after the last answer, also where the clock is put back an hour.
  const before = new Date(Date.now() - 3 * 3_600_000);
  await database()
    .insert(enrolment)
    .values({
      ...row,
      providerId: college.id,
      courseId: found!.id,
      providerOrderId: reference,
      ...STUDENT,
      ...CHOSEN[chosen],
      firstPaymentDate: chosen === "plan" ? daysAhead(14) : null,
      createdAt: before,
      updatedAt: before,
    });
  return { home: `/e/${enrolmentSecret(vault, row, 1)}`, reference };
}

/** A link as it is mailed: newer than the one in the browser, and not used yet. */
export async function mailedLinkTo(home: string): Promise<string> {
  const { id } = claimOf(home.slice("/e/".length))!;
  const [row] = await database()
    .update(enrolment)
    .set({ newestLink: 2 })
    .where(eq(enrolment.id, id))
    .returning({ id: enrolment.id, linkKeyVersion: enrolment.linkKeyVersion });
  return `/e/${enrolmentSecret(createVault(sharedStack().appKeys), row!, 2)}`;
}

/** Ends the links of an enrolment that there are, as a newer one does that is used. */
export async function endLinks(home: string): Promise<void> {
  const { id } = claimOf(home.slice("/e/".length))!;
  await database().update(enrolment).set({ newestLink: 2, lowestLink: 2 }).where(eq(enrolment.id, id));
}

/** One whose plan is begun and awaits its bank authority. @param changes of the checkout's request */
export async function planBegun(api: Api, college: College, changes: Body = {}) {
  const made = await makeEnrolment(college, "plan");
  const provider = { provider_order_id: made.reference, provider_account_id: undefined };
  const created = await api.create(planBody(college, { provider, ...changes }));
  return { ...made, created: created.body, checkoutId: checkoutIdOf(created) };
}

/** One whose plan has run out of time. */
export async function planLapsed(api: Api, college: College) {
  const begun = await planBegun(api, college);
  await lapse(begun.checkoutId);
  return begun;
}

/** One whose plan was cancelled. */
export async function planCancelled(api: Api, college: College) {
  const begun = await planBegun(api, college);
  ok(await api.cancel(begun.checkoutId));
  return begun;
}

/** One whose plan is authorised and can be signed. */
export async function planAuthorised(api: Api, college: College, changes: Body = {}) {
  const begun = await planBegun(api, college, changes);
  ok(await api.authorise(begun.checkoutId));
  return begun;
}

/** One whose plan is signed. */
export async function planSigned(api: Api, college: College, changes: Body = {}) {
  const authorised = await planAuthorised(api, college, changes);
  ok(await api.confirm(authorised.checkoutId, confirmBody(authorised.created)));
  return authorised;
}

/** One whose plan we collect. @param changes at $100.01 each payment fails for want of money */
export async function planCollected(api: Api, college: College, changes: Body = {}) {
  const vault = createVault(sharedStack().appKeys);
  await makeAccount({ db: database(), vault }, college, ["unused-secret"]);
  return planSigned(api, college, changes);
}

/** Moves the clock of the provider's collection ahead. */
export const wait = async (api: Api, days: number) =>
  ok(await api.post("/v1/sandbox/clock", { advance_days: days }));

export const CLOSED: Body = {
  pricing: { course_price: 2600.78, amount_to_finance: 2600.78 },
  plan: { instalment_amount: 100.03 },
};

export const TOO_LITTLE_MONEY: Body = {
  pricing: { course_price: 2600.26, amount_to_finance: 2600.26 },
  plan: { instalment_amount: 100.01 },
};

/** One whose payment has no outcome that is known, as long as a test looks. */
export async function paymentUnknown(api: Api, college: College): Promise<TestEnrolment> {
  const made = await makeEnrolment(college, "card");
  const held = await heldOnce(api, college, { provider: { provider_order_id: made.reference } });
  return held ? made : paymentUnknown(api, college);
}

/** The checkouts of an enrolment, newest first. */
export async function checkoutsOf(api: Api, reference: string): Promise<Body[]> {
  const listed = await api.get(`/v1/provider-checkouts?provider_order_id=${encodeURIComponent(reference)}`);
  return listed.body.data;
}

/** The amounts that the gateway's own list has as charged for an enrolment. */
export async function chargedFor(api: Api, reference: string): Promise<number[]> {
  const { body } = await api.charges(reference);
  return body.data
    .filter((charge: Body) => charge.status === "succeeded")
    .map((charge: Body) => charge.amount);
}
