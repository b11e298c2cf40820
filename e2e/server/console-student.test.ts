import { and, eq, ne } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { email, enrolment, event } from "../../drizzle/schema";
import { type College, makeCollege } from "../support/browser/college";
import {
  makeEnrolment,
  planAuthorised,
  planBegun,
  planCancelled,
  planLapsed,
  planSigned,
} from "../support/browser/enrolment";
import { Api } from "../support/client";
import { heading, submit, title, words } from "../support/html-form";
import { database } from "../support/provider";
import { payNow, startedPlan } from "../support/scenes";
import { sharedStack } from "../support/shared";
import { member, staffBrowser } from "../support/staff";

let college: College;
let api: Api;
const browser = staffBrowser();
beforeAll(async () => {
  college = await makeCollege();
  api = new Api(sharedStack().doors.server, college.key);
  await browser.signIn(await member({ providerId: college.id, role: "viewer" }));
});

const addressOf = (id: string) => `/console/${college.code}/checkouts/${id}/student`;

async function paid() {
  const made = await makeEnrolment(college, "card");
  const { id } = await payNow(api, college, "visa", { provider: { provider_order_id: made.reference } });
  return { ...made, checkoutId: id };
}

async function declined() {
  const made = await makeEnrolment(college, "card");
  const provider = { provider_order_id: made.reference };
  const { id } = await payNow(api, college, "declined_insufficient_funds", { provider });
  return { ...made, checkoutId: id };
}

/** Whatever a visit of the student, or something done, would change. Background work may do what is due at any time. */
async function traces(reference: string) {
  const [own] = await database().select().from(enrolment).where(eq(enrolment.providerOrderId, reference));
  const [events, emails] = await Promise.all([
    database().$count(event, and(eq(event.providerId, college.id), ne(event.actor, "system"))),
    database().$count(email, eq(email.providerId, college.id)),
  ]);
  return { own, events, emails };
}

const SECRET = /[0-9a-hjkmnp-tv-z]{26}_[\w-]{43}/;

describe("what the student sees", () => {
  it.each([
    ["authorises a bank account", planBegun, "Authorise your bank account", "the form for the bank account"],
    ["reviews", planAuthorised, "Review and confirm", "Confirm enrolment and payment plan"],
    ["has signed", planSigned, "You are enrolled", "Your payment plan is signed"],
    ["has paid", paid, "You are enrolled", "Your payment went through"],
    ["was declined", declined, "Pay by card", "Your last payment did not go through"],
    ["cancelled", planCancelled, "Your payment plan was cancelled", "Choose how to pay"],
    ["was too late", planLapsed, "Your payment plan has expired", "was not confirmed in time"],
  ] as const)("is shown to staff where the student %s, and does nothing", async (_, scene, heads, says) => {
    const { checkoutId, home, reference } = await scene(api, college);
    const before = await traces(reference);
    const page = await browser.open(addressOf(checkoutId));
    expect([page.status, heading(page)]).toEqual([200, heads]);
    expect(title(page)).toBe("What the student sees: Amelia Nguyen – Console");
    for (const text of ["This is what the student sees. Nothing here works.", says])
      expect(words(page)).toContain(text);
    expect(page.headers.get("content-security-policy")).toContain("; sandbox allow-same-origin");
    expect(page.text).not.toMatch(SECRET);
    expect(page.text).not.toContain(home);
    expect(page.text).not.toMatch(/session=|dd-setup/);
    expect(await traces(reference)).toEqual(before);
  });

  it("takes no form", async () => {
    const { checkoutId, reference } = await planAuthorised(api, college);
    const before = await traces(reference);
    const page = await browser.open(addressOf(checkoutId));
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const origin = sharedStack().doors.server;
    const sent = await submit(
      page,
      "Confirm enrolment and payment plan",
      {},
      { Origin: origin, Cookie: cookie },
    );
    expect(sent.status).toBe(405);
    expect(await traces(reference)).toEqual(before);
  });

  it("is said to be none where the order did not begin in the portal", async () => {
    const page = await browser.open(addressOf((await startedPlan(api, college)).id));
    expect(words(page)).toContain(
      "This order did not begin in your portal. The student sees the hosted page for the bank account",
    );
    expect(words(await browser.open(addressOf((await payNow(api, college)).id)))).toContain(
      "so the student has no page of it here now",
    );
  });
});
