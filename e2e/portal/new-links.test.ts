import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { linkRequest, provider } from "../../drizzle/schema";
import { claimOf } from "../../lib/crypto/enrolment-link";
import type { Deps } from "../../server/instance/deps";
import { createPortal } from "../../server/instance/portal";
import { cardToken } from "../support/bodies";
import { ask, inDays, keptMails, look, NOTHING, newAddress, openedWith, press } from "./kept-mails";
import { BY_CARD, DETAILS, newVisit } from "./student";

const { over, db, arrive, mailed, mailsTo } = keptMails();

describe("a new link, asked for with an address", () => {
  it("goes to that address, is newer than all before it, and is used like them", async () => {
    const student = await mailed();
    await press(student, student.link);
    expect(await ask(student, student.college.code, ` ${student.address.toUpperCase()} `)).toEqual({
      ok: true,
    });
    const [, fresh] = await mailsTo(student.address);
    expect(fresh).toMatchObject({
      kind: "new_link",
      linkGeneration: 3,
      subject: expect.stringContaining("link"),
    });
    expect(await student.portal.view(student.link)).not.toBeNull();
    expect(await student.portal.saveDetails(newVisit(), fresh!.secret, DETAILS)).toBeNull();
    expect(await press(student, fresh!.secret)).toBe("pay");
    expect(await student.portal.saveDetails(newVisit(), fresh!.secret, DETAILS)).toMatchObject({ ok: true });
    expect(await look(student, student.link)).toBe("ended");
  });

  it("is answered, and written down, the same for an address that nobody knows", async () => {
    const student = await mailed();
    const unknown = newAddress();
    const requests = () => db().select().from(linkRequest);
    for (const address of [student.address, unknown]) {
      expect(await ask(student, student.college.code, address)).toEqual({ ok: true });
      expect(await requests()).toMatchObject([{ address, providerId: student.college.id }]);
      await mailsTo(address);
      expect(await requests()).toEqual([]);
    }
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it("needs an address, and a provider that there is", async () => {
    const student = await arrive();
    expect(await ask(student, student.college.code, "amelia@")).toMatchObject({
      ok: false,
      errors: { email: expect.stringMatching(/^Enter an email address/) },
    });
    expect(await ask(student, "no-such-college", newAddress())).toBeNull();
  });

  it("is for enrolments at that provider, or at all where nobody knows which", async () => {
    const [here, there] = [await mailed(), await arrive()];
    await there.saveDetails({ ...DETAILS, email: here.address });
    await mailsTo(here.address);
    await ask(here, here.college.code, here.address);
    const first = (await mailsTo(here.address)).slice(2);
    expect(first.map(({ providerId }) => providerId)).toEqual([here.college.id]);
    await ask(here, null, here.address);
    const then = (await mailsTo(here.address)).slice(3).map(({ providerId }) => providerId);
    expect(new Set(then)).toEqual(new Set([here.college.id, there.college.id]));
  });

  it("goes out three times an hour for an enrolment at most, however often and by whomever it is asked for", async () => {
    const student = await mailed();
    // The one for the details counts.
    for (let times = 0; times < 5; times++) {
      expect(await ask(student, student.college.code, student.address)).toEqual({ ok: true });
      await mailsTo(student.address);
    }
    expect(await mailsTo(student.address)).toHaveLength(3);
    // Two hours later the address may ask again: its bucket is the database's, whose clock is not the test's.
    await db().insert(linkRequest).values({ address: student.address, createdAt: new Date() });
    expect(await mailsTo(student.address, inDays(2 / 24))).toHaveLength(4);
  });

  it("is dropped beyond three requests an hour with an address, and beyond what a network may send", async () => {
    const student = await arrive();
    const requested = async () => (await db().select().from(linkRequest)).length;
    const address = newAddress();
    for (let times = 0; times < 5; times++)
      expect(await ask(student, student.college.code, address)).toEqual({ ok: true });
    expect(await requested()).toBe(3);
    const asked: string[] = [];
    const limits = {
      link: { ask: async (from: string) => ({ admitted: asked.push(from) === 0 }) },
    } as unknown as Deps["limits"];
    const limited = createPortal({ ...over(), limits });
    expect(await ask({ portal: limited }, student.college.code, newAddress())).toEqual({ ok: true });
    expect([asked, await requested()]).toEqual([[newVisit().ipAddress], 3]);
    await mailsTo(address);
  });

  it("goes to three enrolments of an address, first to those whose mailed link was used", async () => {
    const first = await mailed();
    await press(first, first.link);
    // A stranger begins one after the other with the address.
    const college = { ...first.college };
    for (let times = 0; times < 4; times++) {
      const secret = (await first.portal.start(college.code, first.course.slug))!;
      await first.portal.saveDetails(newVisit(), secret, { ...DETAILS, email: first.address });
    }
    const before = (await mailsTo(first.address)).length;
    await ask(first, college.code, first.address);
    const fresh = (await mailsTo(first.address)).slice(before);
    expect(fresh).toHaveLength(3);
    expect(fresh.map(({ enrolmentId }) => enrolmentId)).toContain(claimOf(first.secret)!.id);
  });

  it("is not sent for a provider whose mails are off, and not asked for where none are sent", async () => {
    const student = await mailed();
    const mailsStudents = async (portal = student.portal) =>
      (await portal.view(student.secret))?.mailsStudents;
    expect(await mailsStudents()).toBe(true);
    await db().update(provider).set({ studentEmails: false }).where(eq(provider.id, student.college.id));
    expect(await mailsStudents()).toBe(false);
    expect((await student.portal.open(student.college.code))!.mailsLinks).toBe(false);
    await ask(student, student.college.code, student.address);
    expect(await mailsTo(student.address)).toHaveLength(1);
    await press(student, student.link);
    expect(await student.portal.endedLink(student.secret)).toMatchObject({ isRenewable: false });
    const silent = createPortal({ ...over(), mail: null });
    expect(silent.sendsMail()).toBe(false);
    expect(await ask({ portal: silent }, null, student.address)).toEqual({ ok: true });
    expect(await db().select().from(linkRequest)).toEqual([]);
  });
});

describe("90 days after an enrolment has ended", () => {
  it("its links open nothing any more, and no new one is sent", async () => {
    const payer = await mailed();
    await payer.choose(BY_CARD);
    await payer.pay(cardToken());
    const at = (days: number) => createPortal({ ...over(), now: inDays(days) });
    expect(await at(89.9).view(payer.secret)).toMatchObject({ step: "done" });
    for (const link of [payer.secret, payer.link])
      expect(await openedWith({ portal: at(90.1) }, link)).toEqual(NOTHING);
    expect(await look({ portal: at(90.1) }, payer.secret)).toBe("ended");
    expect(await at(90.1).endedLink(payer.link)).toMatchObject({ isRenewable: false });
    const receipts = (await mailsTo(payer.address)).length;
    await ask(payer, payer.college.code, payer.address);
    expect(await mailsTo(payer.address, inDays(90.1))).toHaveLength(receipts);
    // Until then one is sent, also to who is done.
    await ask(payer, payer.college.code, payer.address);
    const [fresh] = (await mailsTo(payer.address, inDays(89.9))).slice(receipts);
    expect(fresh).toMatchObject({ kind: "new_link" });
  });
});
