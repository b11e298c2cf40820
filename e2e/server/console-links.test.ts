import { eq } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { enrolment, provider } from "../../drizzle/schema";
import { findActs } from "../../lib/db/staff-acts";
import { openAction } from "../../lib/staff/actions/take";
import { inDays, keptMails, look, newAddress, press } from "../portal/kept-mails";
import { BY_CARD, BY_PLAN, DETAILS, type Student } from "../portal/student";
import { newCaller } from "../support/api";
import { type Body, cardToken } from "../support/bodies";
import { depsHere } from "../support/here";
import { confirmedPlan, startedPlan } from "../support/scenes";
import { sharedSettings } from "../support/shared";
import { callerAt } from "../support/staff";
import { acted, prepared } from "../support/staff-action";
import { ENDPOINTS, makeEndpoint } from "../support/webhooks";

const { over, db, arrive, mailed, mailsTo } = keptMails();
const DONE = { ok: true };

/** What staff do to the checkout of a student of the portal. */
async function deskOf({ college, checkouts }: Pick<Student, "college" | "checkouts">) {
  const { id } = (await checkouts())[0]!;
  const caller = callerAt(college, "support");
  return {
    id,
    open: (key: string, values = {}) => prepared(over(), caller, id, key, values),
    act: (key: string, values = {}) => acted(over(), caller, id, key, values),
    acts: () => findActs(db(), college.id, { checkoutId: id }, 9),
    silence: () => db().update(provider).set({ studentEmails: false }).where(eq(provider.id, college.id)),
  };
}

describe("a new link from the console", () => {
  it("goes to the student only, works once it is continued, and ends the old ones", async () => {
    const student = await mailed();
    await student.choose(BY_PLAN);
    await press(student, student.link);
    expect(await look(student, student.link)).toBeNull();
    const desk = await deskOf(student);
    const { said } = await desk.open("new_link");
    expect(said).toContain(`by email, at ${student.address}.`);
    expect(said).toContain("All links that the student has stop working now.");
    expect(await desk.act("new_link")).toMatchObject(DONE);
    for (const old of [student.secret, student.link]) expect(await look(student, old)).toBe("ended");
    const fresh = (await mailsTo(student.address)).at(-1)!;
    expect(fresh).toMatchObject({ kind: "new_link", address: student.address });
    expect(await press(student, fresh.secret)).not.toBeNull();
    expect(await student.portal.view(fresh.secret)).toMatchObject({ reference: student.reference });
    const acts = await desk.acts();
    expect(acts).toMatchObject([
      { act: { action: "new_link", role: "support" }, outcome: { step: "done", after: '{"mailed":true}' } },
    ]);
    expect(JSON.stringify([said, acts])).not.toContain(fresh.secret);
  });

  it("is not offered where the order did not begin in the portal, or no link opens the enrolment", async () => {
    const { client, provider: college } = await newCaller();
    const { id } = await startedPlan(client, college);
    const deps = depsHere(sharedSettings());
    const page = await prepared(deps, callerAt(college, "support"), id, "new_link");
    await deps.close();
    expect(page.preview).toEqual({ notice: "This checkout is of another kind." });
    const student = await mailed();
    await student.choose(BY_PLAN);
    const desk = await deskOf(student);
    await student.lapse();
    const old = { updatedAt: inDays(-200)() };
    await db().update(enrolment).set(old).where(eq(enrolment.providerOrderId, student.reference));
    const { preview } = await desk.open("new_link");
    expect(preview).not.toHaveProperty("notice");
    await desk.silence();
    expect((await desk.open("new_link")).preview).toEqual({
      notice: "Emails to students are switched off for this provider.",
    });
  });
});

describe("a document that is emailed again", () => {
  it("is sent anew to the checkout's address, as often as somebody asks for it", async () => {
    const student = await arrive();
    const address = newAddress();
    await student.saveDetails({ ...DETAILS, email: address });
    await student.choose(BY_CARD);
    await student.pay(cardToken());
    // A request's clock may be ahead of this one, and then its email is due a moment later.
    const receipts = async () =>
      (await mailsTo(address, inDays(0.01))).filter(({ kind }) => kind === "receipt");
    expect(await receipts()).toHaveLength(1);
    const desk = await deskOf(student);
    expect((await desk.open("resend", { what: "receipt" })).said).toBe(
      `The receipt is sent by email to ${address}.`,
    );
    for (const count of [2, 3]) {
      expect(await desk.act("resend", { what: "receipt" })).toMatchObject(DONE);
      expect(await receipts()).toHaveLength(count);
    }
    const [first, second] = await receipts();
    expect(second!.textBody).toBe(first!.textBody);
    expect((await desk.open("resend", { what: "agreement" })).preview).toEqual({
      errors: { what: "Document: choose one" },
    });
    expect(await desk.acts()).toMatchObject([
      { act: { action: "resend", subject: "receipt" }, outcome: { step: "done" } },
      { act: { action: "resend", subject: "receipt" }, outcome: { step: "done" } },
    ]);
    await desk.silence();
    expect((await desk.open("resend", { what: "receipt" })).preview).toEqual({
      notice: "Emails to students are switched off for this provider.",
    });
  });
});

describe("an event that is sent again from the console", () => {
  const deps = depsHere(sharedSettings());
  afterAll(() => deps.close());

  it("goes to each endpoint that takes its type", async () => {
    const { client, provider: college } = await newCaller();
    const { id } = await confirmedPlan(client, college);
    const { timeline } = (await client.status(id)).body;
    const what = timeline.find(({ type }: { type: string }) => type === "payment_plan.signed").event_id;
    const caller = callerAt(college, "support");
    const open = (values = {}) => prepared(deps, caller, id, "replay", values);
    expect((await open({ what })).preview).toEqual({
      notice: "Your system has no webhook endpoint that is enabled.",
    });
    const all = await makeEndpoint(client);
    const none = await makeEndpoint(client, { event_types: ["refund.succeeded"] });
    expect((await open({ what })).said).toContain("The payment plan was signed (payment_plan.signed)");
    expect(await acted(deps, caller, id, "replay", { what })).toMatchObject(DONE);
    // The agreement may become ready in between, and its event goes to the endpoint by itself.
    const sent = async ({ endpoint_id }: Body) =>
      (await client.get(`${ENDPOINTS}/${endpoint_id}/deliveries`)).body.data.filter(
        ({ kind }: Body) => kind === "replay",
      );
    expect(await sent(all)).toMatchObject([{ event_id: what }]);
    expect(await sent(none)).toEqual([]);
    expect(await findActs(deps.db, college.id, { checkoutId: id as `chk_${string}` }, 9)).toMatchObject([
      { act: { action: "replay", subject: what }, outcome: { step: "done" } },
    ]);
    const other = callerAt((await newCaller()).provider, "admin");
    expect(await openAction(deps, other, id, "replay", { what })).toBeNull();
  });
});
