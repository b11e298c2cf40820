import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event, provider } from "../../drizzle/schema";
import { atReview, BY_CARD, begin, DETAILS } from "../portal/student";
import { cardToken, confirmBody, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { hashOf, headerOf, MAIL_FROM, type Received } from "./post-office";
import { type MailScene, mailScene, serverOf } from "./scene";

const STUDENT = { student: { email: "amelia@example.com" } };
const textOf = ({ mail }: Received) => mail.text!;

async function signedPlan(scene: MailScene, client: Awaited<ReturnType<typeof serverOf>>["client"]) {
  const created = await client.create(planBody(scene.provider, STUDENT));
  const id = checkoutIdOf(created);
  await client.authorise(id);
  const confirmed = await client.confirm(id, confirmBody(created.body));
  expect(confirmed.status).toBe(200);
  return { id, confirmed };
}

describe("mails to a student who enrolled by the API", { timeout: 120_000 }, () => {
  it("a card payment brings one receipt, with what was paid and where to ask", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    const body = payNowBody(scene.provider, STUDENT);
    expect((await client.create(body)).status).toBe(201);
    expect(await scene.tick()).toMatchObject({ mailed: 1, remaining: 0 });
    expect(await scene.tick()).toMatchObject({ mailed: 0, remaining: 0 });
    const [received, ...more] = scene.office.taken;
    expect(more).toEqual([]);
    expect(received!.to).toEqual(["amelia@example.com"]);
    expect(received!.from).toBe(MAIL_FROM);
    const { mail } = received!;
    expect(mail.from).toMatchObject({ name: "Test College", address: MAIL_FROM });
    expect(mail.replyTo).toMatchObject([{ address: "office@example.com" }]);
    expect(mail.subject).toBe("Your receipt from Test College");
    expect(headerOf(received!, "auto-submitted")).toBe("auto-generated");
    const [row] = await scene.mails();
    expect(mail.messageId).toBe(`<${row!.id}@checkout.example>`);
    expect(row).toMatchObject({ kind: "receipt", status: "sent", attempts: 1, lastError: null });
    for (const part of [textOf(received!), mail.html!])
      for (const said of [
        "$1,500.00",
        "Visa ending 4242",
        body.provider.provider_order_id,
        "Certificate IV in Bookkeeping",
        "office@example.com",
        "Test environment",
      ])
        expect(part).toContain(said);
    expect(mail.attachments).toEqual([]);
  });

  it("a signed plan brings one mail, with the very agreement that was signed", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    const { confirmed } = await signedPlan(scene, client);
    expect(await scene.tick()).toMatchObject({ mailed: 1, remaining: 0 });
    const [received, ...more] = scene.office.taken;
    expect(more).toEqual([]);
    const { mail } = received!;
    expect(mail.subject).toBe("Your signed payment plan with Test College");
    expect(mail.attachments).toMatchObject([
      { filename: "payment-plan-agreement.pdf", mimeType: "application/pdf", disposition: "attachment" },
    ]);
    expect(hashOf(received!)).toBe(confirmed.body.agreement.sha256);
    const { schedule } = confirmed.body.plan;
    const [year, month, day] = schedule[0].debit_date.split("-").map(Number);
    const first = new Date(Date.UTC(year, month - 1, day)).toLocaleDateString("en-AU", {
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    for (const part of [textOf(received!), mail.html!])
      for (const said of [
        "26 fortnightly payments of $57.69",
        `$57.69 on ${first}`,
        "$1,500.00",
        `ending ${confirmed.body.direct_debit.account.ending}`,
      ])
        expect(part).toContain(said);
    expect(textOf(received!)).not.toContain("/e/");
  });

  it("a declined card, a plan that is not signed and a cancelled one bring none", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    const declined = { card_payment: { token: cardToken("visa_declined") } };
    const paid = await client.create(payNowBody(scene.provider, declined));
    expect(paid.status).toBeGreaterThanOrEqual(400);
    const created = await client.create(planBody(scene.provider));
    await client.authorise(checkoutIdOf(created));
    const other = await client.create(planBody(scene.provider));
    await client.cancel(checkoutIdOf(other));
    expect(await scene.tick()).toMatchObject({ mailed: 0, remaining: 0 });
    expect(await scene.mails()).toEqual([]);
  });

  it("a provider that switched them off sends none, also of what happened before; others go on", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await scene.db.update(provider).set({ studentEmails: false }).where(eq(provider.id, scene.provider.id));
    await client.create(payNowBody(scene.provider));
    await signedPlan(scene, client);
    expect(await scene.tick()).toMatchObject({ mailed: 0, remaining: 0 });
    await scene.db.update(provider).set({ studentEmails: true }).where(eq(provider.id, scene.provider.id));
    expect(await scene.tick()).toMatchObject({ mailed: 0 });
    await client.create(payNowBody(scene.provider));
    expect(await scene.tick()).toMatchObject({ mailed: 1 });
  });

  it("each checkout brings at most one of each, however often its events are read", async (context) => {
    const scene = await mailScene(context);
    const { client } = await serverOf(scene, context);
    await signedPlan(scene, client);
    await Promise.all(Array.from({ length: 5 }, () => client.create(payNowBody(scene.provider))));
    for (let round = 0; round < 3; round++) {
      await Promise.all([scene.tick(), scene.tick(), scene.tick()]);
      await scene.db.update(event).set({ dispatchedAt: null });
    }
    await scene.tick();
    expect(scene.office.taken).toHaveLength(6);
    const ids = scene.office.taken.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(6);
  });
});

describe("mails to a student of the portal", { timeout: 120_000 }, () => {
  const at = async (scene: MailScene) => ({ over: scene.deps, db: scene.db });

  it("giving the details brings a link that opens the enrolment in any browser", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    expect(await scene.tick()).toMatchObject({ mailed: 0 });
    await student.saveDetails();
    expect(await scene.tick()).toMatchObject({ mailed: 1, remaining: 0 });
    const [received] = scene.office.to(DETAILS.email);
    expect(received!.mail.subject).toBe("Continue your enrolment at Test College");
    const [, secret] = /\/e\/([\w-]+)/.exec(textOf(received!))!;
    expect(secret).toBe(student.secret);
    expect(await student.portal.view(secret!)).toMatchObject({ step: "pay" });
    expect(received!.mail.html).toContain(`${scene.deps.baseUrl}/e/${secret}`);
  });

  it("says nothing in it that the one who gave the address has typed", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    await student.saveDetails({ ...DETAILS, firstName: "Win at spam.example", lastName: "Click here" });
    await scene.tick();
    for (const part of [textOf(scene.office.taken[0]!), scene.office.taken[0]!.mail.html!])
      expect(part).not.toMatch(/spam\.example|Click here/);
  });

  it("the same details again, or another name, bring no second link", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    for (const firstName of ["Amelia", "Amelie", "Emily"])
      await student.saveDetails({ ...DETAILS, firstName });
    await student.saveDetails({ ...DETAILS, email: DETAILS.email.toUpperCase() });
    await scene.tick();
    expect(scene.office.asked).toHaveLength(1);
  });

  it("a corrected address gets the link; the one before it gets none that was not sent yet", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    await student.saveDetails({ ...DETAILS, email: "mistyped@example.com" });
    await student.saveDetails();
    await scene.tick();
    expect(scene.office.asked).toEqual([DETAILS.email]);
    expect((await scene.mails()).map(({ status }) => status)).toEqual(["cancelled", "sent"]);
  });

  it("three addresses of an enrolment get a link, and no fourth", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    for (const name of ["a", "b", "c", "d", "a"]) {
      expect(await student.saveDetails({ ...DETAILS, email: `${name}@example.com` })).toMatchObject({
        ok: true,
      });
      await scene.tick();
    }
    expect(scene.office.asked).toEqual(["a", "b", "c"].map((name) => `${name}@example.com`));
  });

  it("an address gets five of all enrolments together, and the details are saved all the same", async (context) => {
    const scene = await mailScene(context);
    const students = await Promise.all(Array.from({ length: 8 }, () => at(scene).then(begin)));
    const saved = await Promise.all(students.map((one) => one.saveDetails()));
    expect(saved).toEqual(saved.map(() => ({ ok: true, step: "pay" })));
    await scene.tick();
    expect(scene.office.asked).toHaveLength(5);
    const other = await begin(await at(scene));
    await other.saveDetails({ ...DETAILS, email: "other@example.com" });
    await scene.tick();
    expect(scene.office.to("other@example.com")).toHaveLength(1);
  });

  it("paying and signing bring the receipt and the agreement, with the way back to the enrolment", async (context) => {
    const scene = await mailScene(context);
    const payer = await begin(await at(scene));
    await payer.saveDetails({ ...DETAILS, email: "payer@example.com" });
    await payer.choose(BY_CARD);
    expect(await payer.pay(cardToken())).toMatchObject({ step: "done" });
    const signer = await atReview(await at(scene));
    expect(await signer.confirm()).toMatchObject({ ok: true });
    await scene.tick();
    // Who is done needs no link to go on.
    const receipts = scene.office.to("payer@example.com");
    expect(receipts.map(({ mail }) => mail.subject)).toEqual(["Your receipt from Test College"]);
    expect(textOf(receipts[0]!)).toContain(`/e/${payer.secret}`);
    const [agreement, ...more] = scene.office.to(DETAILS.email);
    expect(more).toEqual([]);
    expect(textOf(agreement!)).toContain(`/e/${signer.secret}`);
    const pdf = await signer.portal.agreement(signer.secret);
    expect(Buffer.from(agreement!.mail.attachments[0]!.content as ArrayBuffer)).toEqual(Buffer.from(pdf!));
  });

  it("a provider that switched them off sends no link either", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(await at(scene));
    await scene.db.update(provider).set({ studentEmails: false }).where(eq(provider.id, student.college.id));
    await student.saveDetails();
    expect(await scene.mails()).toEqual([]);
  });

  it("without a mail server nothing is written down, and all else works", async (context) => {
    const scene = await mailScene(context);
    const student = await begin({ over: { ...scene.deps, mail: null }, db: scene.db });
    expect(await student.saveDetails()).toEqual({ ok: true, step: "pay" });
    expect(await student.choose({ ...BY_CARD })).toMatchObject({ ok: true });
    expect(await scene.mails()).toEqual([]);
  });
});
