import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { enrolment } from "../../drizzle/schema";
import { claimOf, enrolmentSecret } from "../../lib/crypto/enrolment-link";
import { LinkEnded, saveAnswers } from "../../lib/db/enrolments";
import { cardToken } from "../support/bodies";
import { keptMails, look, NOTHING, newAddress, openedWith, PERSON } from "./kept-mails";
import { atOnce, BY_CARD, BY_PLAN, DETAILS, newVisit } from "./student";

const { over, db, arrive, mailed, mailsTo, rowOf } = keptMails();

describe("a stranger who typed somebody's address and kept the link", () => {
  it("sees nothing of what that person does through the mailed link, and changes none of it", async () => {
    const stranger = await arrive();
    const address = newAddress();
    await stranger.saveDetails({ firstName: "A", lastName: "B", email: address });
    const [mail] = await mailsTo(address);
    const { portal } = stranger;
    const details = { ...DETAILS, email: address };
    expect(await portal.saveDetails(newVisit(), mail!.secret, details)).toMatchObject({ ok: true });
    expect(await portal.choosePayment(newVisit(), mail!.secret, BY_PLAN)).toMatchObject({ ok: true });
    expect(await portal.view(mail!.secret)).toMatchObject({ step: "bank", student: details });
    const before = await rowOf(stranger.secret);
    expect(await openedWith(stranger, stranger.secret)).toEqual(NOTHING);
    expect(await look(stranger, stranger.secret, PERSON)).toBe("ended");
    expect(await rowOf(stranger.secret)).toEqual(before);
    // What there is to say is the provider's.
    const told = await portal.endedLink(stranger.secret);
    expect(told).toMatchObject({ provider: { code: stranger.college.code }, isRenewable: true });
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`Amelia|Nguyen|${address}|Bookkeeping|ENR-`));
  });

  it("has no bank page any more either", async () => {
    const stranger = await arrive();
    const address = newAddress();
    await stranger.saveDetails({ ...DETAILS, email: address });
    await stranger.choose(BY_PLAN);
    const [mail] = await mailsTo(address);
    const sessionAt = async (secret: string) => {
      const { setupUrl } = (await stranger.portal.view(secret))!;
      return new URL(setupUrl!).searchParams.get("session");
    };
    const kept = await sessionAt(stranger.secret);
    expect(kept).toMatch(/^dds_/);
    expect(await sessionAt(mail!.secret)).toBe(kept);
    await look(stranger, mail!.secret, PERSON);
    expect(await sessionAt(mail!.secret)).toMatch(/^dds_/);
    expect(await sessionAt(mail!.secret)).not.toBe(kept);
  });

  it("gets nothing in with an answer that was on its way when the mailed link was used", async () => {
    const student = await mailed();
    const { all } = await rowOf(student.secret);
    await look(student, student.link, PERSON);
    const answers = { email: newAddress(), updatedAt: new Date() };
    const late = saveAnswers(over().db, { enrolment: all, generation: 1 }, answers, true);
    await expect(late).rejects.toThrow(LinkEnded);
    expect((await rowOf(student.secret)).all).toMatchObject({ email: student.address, newestLink: 2 });
    expect(await mailsTo(answers.email)).toEqual([]);
  });
});

describe("the mailed link", () => {
  it("is newer than the one in the browser, which goes on until it is used", async () => {
    const student = await mailed();
    expect(claimOf(student.link)).toEqual({ ...claimOf(student.secret), generation: 2 });
    expect(await student.portal.view(student.link)).toMatchObject({ step: "pay", secret: student.link });
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.step()).toBe("card");
  });

  it("is not used by programs that follow it, nor by what is fetched ahead", async () => {
    const student = await mailed();
    const before = await rowOf(student.link);
    for (const [given, method] of [
      [{}, "GET"],
      [PERSON, "HEAD"],
      [{ "sec-fetch-mode": "navigate" }, "GET"],
      [{ "sec-fetch-mode": "no-cors", "sec-fetch-dest": "document" }, "GET"],
      [{ ...PERSON, "sec-fetch-dest": "iframe" }, "GET"],
      [{ ...PERSON, "sec-purpose": "prefetch;prerender" }, "GET"],
      [{ ...PERSON, purpose: "prefetch" }, "GET"],
    ] as const)
      expect(await look(student, student.link, given, method), JSON.stringify(given)).toBeNull();
    expect(await rowOf(student.link)).toEqual(before);
    expect(await student.step()).toBe("pay");
  });

  it("is used by a person who opens it, which is written once", async () => {
    const student = await mailed();
    expect(await look(student, student.link, PERSON)).toBeNull();
    const used = await rowOf(student.link);
    expect(used.all.lowestLink).toBe(2);
    expect(await look(student, student.link, PERSON)).toBeNull();
    expect(await student.portal.view(student.link)).not.toBeNull();
    expect(await rowOf(student.link)).toEqual(used);
    expect(await student.portal.view(student.secret)).toBeNull();
  });

  it("of a corrected address is newer again, also where the address before it comes back", async () => {
    const student = await mailed();
    const other = newAddress();
    for (const address of [other, student.address.toUpperCase()])
      await student.saveDetails({ ...DETAILS, email: address });
    expect(await mailsTo(other)).toEqual([]);
    const mails = await mailsTo(student.address);
    expect(mails.map(({ linkGeneration }) => linkGeneration)).toEqual([2, 4]);
    expect(claimOf(mails[1]!.secret)!.generation).toBe(4);
  });

  it("goes out once where the details are sent twice at once", async () => {
    const student = await arrive();
    const address = newAddress();
    await atOnce(4, () => student.saveDetails({ ...DETAILS, email: address }));
    expect(await mailsTo(address)).toHaveLength(1);
    expect((await rowOf(student.secret)).all.newestLink).toBe(2);
  });

  it("of a receipt ends the browser's too", async () => {
    const payer = await mailed();
    await payer.choose(BY_CARD);
    await payer.pay(cardToken());
    const [, receipt] = await mailsTo(payer.address);
    expect(receipt!.kind).toBe("receipt");
    expect(await look(payer, receipt!.secret, PERSON)).toBeNull();
    expect(await payer.portal.view(receipt!.secret)).toMatchObject({ step: "done" });
    expect(await payer.portal.view(payer.secret)).toBeNull();
  });

  it("leaves the newest that was used, whichever are used at once", async () => {
    const student = await mailed();
    const { all } = await rowOf(student.link);
    await db().update(enrolment).set({ newestLink: 8 }).where(eq(enrolment.id, all.id));
    const links = [3, 8, 5, 7, 2, 6, 4].map((one) => enrolmentSecret(over().vault, all, one));
    await Promise.all(links.map((link) => look(student, link, PERSON)));
    expect((await rowOf(student.link)).all.lowestLink).toBe(8);
    const states = await Promise.all(links.map((link) => look(student, link, {})));
    expect(states).toEqual(["ended", null, "ended", "ended", "ended", "ended", "ended"]);
    // One that was never made is none, whoever could have made it.
    expect(await look(student, enrolmentSecret(over().vault, all, 9), PERSON)).toBe("enrolment");
  });
});

describe("who has no link of ours", () => {
  it("cannot tell a link that has ended from one that never was", async () => {
    const student = await mailed();
    await look(student, student.link, PERSON);
    const [id, proof] = [student.secret.slice(0, 26), student.secret.slice(27)];
    const forged = [
      `${id}_${proof.slice(0, -2)}AA`,
      `${id}-2_${proof}`,
      `${id}-3_${proof}`,
      `${"0".repeat(26)}_${proof}`,
    ];
    for (const secret of forged) {
      expect(await look(student, secret, PERSON), secret).toBe("enrolment");
      expect(await student.portal.endedLink(secret), secret).toBeNull();
    }
  });
});
