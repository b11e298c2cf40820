import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { event, provider } from "../../drizzle/schema";
import { ok } from "../support/answer";
import { cardToken, confirmBody, payNowBody, planBody } from "../support/bodies";
import { checkoutIdOf } from "../support/charges";
import { hashOf, headerOf, MAIL_FROM, textOf } from "./post-office";
import { type MailScene, mailScene } from "./scene";

const STUDENT = { student: { email: "amelia@example.com" } };

async function signedPlan({ client, provider }: MailScene) {
  const created = await client.create(planBody(provider, STUDENT));
  const id = checkoutIdOf(created);
  ok(await client.authorise(id));
  const confirmed = await client.confirm(id, confirmBody(created.body));
  expect(confirmed.status).toBe(200);
  return { id, confirmed };
}

describe("mails to a student who enrolled by the API", () => {
  it("a card payment brings one receipt, with what was paid and where to ask", async (context) => {
    const scene = await mailScene(context);
    const { client } = scene;
    const body = payNowBody(scene.provider, STUDENT);
    expect((await client.create(body)).status).toBe(201);
    expect(await scene.work()).toMatchObject({ mailed: 1, remaining: 0 });
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 0 });
    const [received, ...more] = scene.office.taken;
    expect(more).toEqual([]);
    expect(received!.to).toEqual(["amelia@example.com"]);
    expect(received!.from).toBe(MAIL_FROM);
    const { mail } = received!;
    expect(mail.from).toMatchObject({ name: "Test College", address: MAIL_FROM });
    expect(mail.replyTo).toMatchObject([{ address: "office@example.com" }]);
    expect(mail.subject).toBe("Receipt for $1,500.00 – Test College");
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
    const { confirmed } = await signedPlan(scene);
    expect(await scene.work()).toMatchObject({ mailed: 1, remaining: 0 });
    const [received, ...more] = scene.office.taken;
    expect(more).toEqual([]);
    const { mail } = received!;
    expect(mail.subject).toBe("Your payment plan: 26 payments of $57.69, the last $57.75 – Test College");
    expect(mail.attachments).toMatchObject([
      {
        filename: expect.stringMatching(/^Test-College-.+-payment-plan-agreement\.pdf$/),
        mimeType: "application/pdf",
        disposition: "attachment",
      },
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
    const { client } = scene;
    const declined = { card_payment: { token: cardToken("visa_declined") } };
    const paid = await client.create(payNowBody(scene.provider, declined));
    expect(paid.status).toBeGreaterThanOrEqual(400);
    const created = await client.create(planBody(scene.provider));
    ok(await client.authorise(checkoutIdOf(created)));
    const other = await client.create(planBody(scene.provider));
    ok(await client.cancel(checkoutIdOf(other)));
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 0 });
    expect(await scene.mails()).toEqual([]);
  });

  it("a provider that switched them off sends none, also of what happened before; others go on", async (context) => {
    const scene = await mailScene(context);
    const { client } = scene;
    await scene.db.update(provider).set({ studentEmails: false }).where(eq(provider.id, scene.provider.id));
    await client.create(payNowBody(scene.provider));
    await signedPlan(scene);
    expect(await scene.work()).toMatchObject({ mailed: 0, remaining: 0 });
    await scene.db.update(provider).set({ studentEmails: true }).where(eq(provider.id, scene.provider.id));
    expect(await scene.work()).toMatchObject({ mailed: 0 });
    await client.create(payNowBody(scene.provider));
    expect(await scene.work()).toMatchObject({ mailed: 1 });
  });

  it("each checkout brings at most one of each, however often its events are read", async (context) => {
    const scene = await mailScene(context);
    await signedPlan(scene);
    await Promise.all(Array.from({ length: 5 }, () => scene.client.create(payNowBody(scene.provider))));
    for (let round = 0; round < 3; round++) {
      await Promise.all([scene.work(), scene.work(), scene.work()]);
      await scene.db.update(event).set({ dispatchedAt: null });
    }
    await scene.work();
    expect(scene.office.taken).toHaveLength(6);
    const ids = scene.office.taken.map(({ mail }) => mail.messageId);
    expect(new Set(ids).size).toBe(6);
  });
});
