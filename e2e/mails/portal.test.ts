import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { provider } from "../../drizzle/schema";
import { takeFromBucket } from "../../lib/db/rate-buckets";
import { FIRST_LINKS_OF_A_PROVIDER } from "../../lib/domain/mail";
import { memoryBuckets } from "../../packages/http/limits/bucket";
import { createLimits } from "../../server/limits/limits";
import { atReview, BY_CARD, begin, DETAILS, made, type Student } from "../portal/student";
import { cardToken } from "../support/bodies";
import { textOf } from "./post-office";
import { type MailScene, mailScene } from "./scene";

describe("mails to a student of the portal", () => {
  const at = (scene: MailScene) => ({ over: scene.deps, db: scene.db });

  it("giving the details brings a link that opens the enrolment in any browser", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
    expect(await scene.work()).toMatchObject({ mailed: 0 });
    await student.saveDetails();
    expect(await scene.work()).toMatchObject({ mailed: 1, remaining: 0 });
    const [received] = scene.office.to(DETAILS.email);
    expect(received!.mail.subject).toBe("Continue your enrolment at Test College");
    const [, secret] = /\/e\/([\w-]+)/.exec(textOf(received!))!;
    // Newer than the one in the browser that gave the address.
    expect(secret).not.toBe(student.secret);
    expect(await student.portal.continueHere(secret!)).toBe("pay");
    expect(await student.portal.view(secret!)).toMatchObject({ step: "pay" });
    expect(received!.mail.html).toContain(`${scene.deps.baseUrl}/e/${secret}`);
  });

  it("says nothing in it that the one who gave the address has typed", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
    await student.saveDetails({ ...DETAILS, firstName: "Win at spam.example", lastName: "Click here" });
    await scene.work();
    for (const part of [textOf(scene.office.taken[0]!), scene.office.taken[0]!.mail.html!])
      expect(part).not.toMatch(/spam\.example|Click here/);
  });

  it("the same details again, or another name, bring no second link", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
    for (const firstName of ["Amelia", "Amelie", "Emily"])
      await student.saveDetails({ ...DETAILS, firstName });
    await student.saveDetails({ ...DETAILS, email: DETAILS.email.toUpperCase() });
    await scene.work();
    expect(scene.office.asked).toHaveLength(1);
  });

  it("a corrected address gets the link; the one before it gets none that was not sent yet", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
    await student.saveDetails({ ...DETAILS, email: "mistyped@example.com" });
    await student.saveDetails();
    await scene.work();
    expect(scene.office.asked).toEqual([DETAILS.email]);
    expect((await scene.mails()).map(({ status }) => status)).toEqual(["cancelled", "sent"]);
  });

  it("three addresses of an enrolment get a link, and no fourth", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
    for (const name of ["a", "b", "c", "d", "a"]) {
      expect(await student.saveDetails({ ...DETAILS, email: `${name}@example.com` })).toMatchObject({
        ok: true,
      });
      await scene.work();
    }
    expect(scene.office.asked).toEqual(["a", "b", "c"].map((name) => `${name}@example.com`));
  });

  it("an address gets five of all enrolments together, and the details are saved all the same", async (context) => {
    const scene = await mailScene(context);
    const students = await Promise.all(Array.from({ length: 8 }, () => begin(at(scene))));
    const saved = await Promise.all(students.map((one) => one.saveDetails()));
    expect(saved).toEqual(saved.map(() => ({ ok: true, step: "pay" })));
    await scene.work();
    expect(scene.office.asked).toHaveLength(5);
    const other = await begin(at(scene));
    await other.saveDetails({ ...DETAILS, email: "other@example.com" });
    await scene.work();
    expect(scene.office.to("other@example.com")).toHaveLength(1);
  });

  it("addresses that differ by a tag count as one", async (context) => {
    const scene = await mailScene(context);
    for (let tag = 0; tag < 8; tag++) {
      const student = await begin(at(scene));
      await student.saveDetails({ ...DETAILS, email: `someone+${tag}@example.com` });
    }
    await scene.work();
    expect(scene.office.asked).toHaveLength(5);
  });

  it("strangers get thirty an hour from a network, however many enrolments are begun", async (context) => {
    const scene = await mailScene(context);
    const limits = createLimits({ key: { capacity: 1, perSecond: 1 }, store: memoryBuckets(() => 0) });
    const over = { ...scene.deps, limits };
    for (let number = 0; number < 33; number++) {
      const student = await begin({ over, db: scene.db });
      const email = `stranger${number}@example.com`;
      expect(await student.saveDetails({ ...DETAILS, email })).toEqual({ ok: true, step: "pay" });
    }
    expect(await scene.mails()).toHaveLength(30);
  });

  it("a provider's portal mails three hundred first links an hour, and saves the details all the same", async (context) => {
    const scene = await mailScene(context);
    const [first, other] = [await begin(at(scene)), await begin(at(scene))];
    const addressed = (student: Student, name: string) =>
      student.saveDetails({ ...DETAILS, email: `${name}@example.com` });
    await addressed(first, "first");
    const { id } = first.college;
    const more = (links: number) =>
      takeFromBucket(scene.db, `mails-of:${id}`, links, FIRST_LINKS_OF_A_PROVIDER);
    expect([(await more(301)).admitted, (await more(299)).admitted]).toEqual([false, true]);
    // However slow the machine is, no further link is free before the end of the test.
    await scene.db.execute(sql`
      update rate_bucket set full_at = full_at + interval '1 hour' where key = ${`mails-of:${id}`}`);
    const late = await begin({ ...at(scene), college: first.college });
    expect(await addressed(late, "late")).toEqual({ ok: true, step: "pay" });
    await addressed(other, "other");
    await scene.work();
    expect(scene.office.asked.sort()).toEqual(["first@example.com", "other@example.com"]);
  });

  it("paying and signing bring the receipt and the agreement, with the way back to the enrolment", async (context) => {
    const scene = await mailScene(context);
    const payer = await begin(at(scene));
    await payer.saveDetails({ ...DETAILS, email: "payer@example.com" });
    await payer.choose(BY_CARD);
    expect(await payer.pay(cardToken())).toMatchObject({ step: "done" });
    const signer = await atReview(at(scene));
    expect(await signer.confirm()).toMatchObject({ ok: true });
    await scene.work();
    const mailedLink = ({ secret }: Student) => `${secret.slice(0, 26)}-2_`;
    // Who is done needs no link to go on.
    const receipts = scene.office.to("payer@example.com");
    expect(receipts.map(({ mail }) => mail.subject)).toEqual(["Receipt for $1,500.00 – Test College"]);
    expect(textOf(receipts[0]!)).toContain(`/e/${mailedLink(payer)}`);
    const [agreement, ...more] = scene.office.to(DETAILS.email);
    expect(more).toEqual([]);
    expect(textOf(agreement!)).toContain(`/e/${mailedLink(signer)}`);
    const { content: pdf } = await made(() => signer.portal.agreement(signer.secret));
    expect(Buffer.from(agreement!.mail.attachments[0]!.content as ArrayBuffer)).toEqual(Buffer.from(pdf));
  });

  it("the last page says that the receipt was emailed once it was, and nothing where none is", async (context) => {
    const scene = await mailScene(context, (to) => (to.startsWith("refused") ? 550 : "take"));
    const paid = async (email: string, mail: object | null = scene.deps.mail) => {
      const student = await begin({ over: { ...scene.deps, mail } as typeof scene.deps, db: scene.db });
      await student.saveDetails({ ...DETAILS, email });
      await student.choose(BY_CARD);
      expect((await student.view()).resultMail).toBeNull();
      await student.pay(cardToken());
      return async () => (await student.view()).resultMail;
    };
    const none = await paid("none@example.com", null);
    expect(await none()).toBeNull();
    const [taken, refused] = [await paid("taken@example.com"), await paid("refused@example.com")];
    expect([await taken(), await refused()]).toEqual(["on its way", "on its way"]);
    await scene.work();
    expect([await taken(), await refused()]).toEqual(["sent", "undelivered"]);
  });

  it("a provider that switched them off sends no link either", async (context) => {
    const scene = await mailScene(context);
    const student = await begin(at(scene));
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
