import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { checkout, enrolment } from "../../drizzle/schema";
import { create } from "../../lib/checkout/create";
import { readCreate } from "../../lib/contract/create";
import { claimOf, enrolmentSecret } from "../../lib/crypto/enrolment-link";
import { LinkEnded, saveAnswers } from "../../lib/db/enrolments";
import { findPortal } from "../../lib/db/providers";
import { endAllLinks } from "../../lib/db/resume-links";
import { newId } from "../../lib/domain/ids";
import { dispatchEvents } from "../../lib/events/dispatch";
import { findSession, openPage } from "../../lib/setup-page/open";
import { timed } from "../../packages/dates/time";
import { createPortal } from "../../server/instance/portal";
import { cardToken, payNowBody, planBody } from "../support/bodies";
import { keptMails, look, NOTHING, newAddress, openedWith, press } from "./kept-mails";
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
    expect(await press(stranger, mail!.secret)).toBe("pay");
    expect(await portal.saveDetails(newVisit(), mail!.secret, details)).toMatchObject({ ok: true });
    expect(await portal.choosePayment(newVisit(), mail!.secret, BY_PLAN)).toMatchObject({ ok: true });
    expect(await portal.view(mail!.secret)).toMatchObject({ step: "bank", student: details });
    const before = await rowOf(stranger.secret);
    expect(await openedWith(stranger, stranger.secret)).toEqual(NOTHING);
    expect(await look(stranger, stranger.secret)).toBe("ended");
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
    await press(stranger, mail!.secret);
    expect(await sessionAt(mail!.secret)).toMatch(/^dds_/);
    expect(await sessionAt(mail!.secret)).not.toBe(kept);
  });

  it("gets nothing in with an answer that was on its way when the mailed link was used", async () => {
    const student = await mailed();
    const { all } = await rowOf(student.secret);
    await press(student, student.link);
    const answers = { email: newAddress(), updatedAt: new Date() };
    const late = saveAnswers(over().db, { enrolment: all, generation: 1 }, answers, true);
    await expect(late).rejects.toThrow(LinkEnded);
    expect((await rowOf(student.secret)).all).toMatchObject({ email: student.address, newestLink: 2 });
    expect(await mailsTo(answers.email)).toEqual([]);
  });
});

/** Everything that a mail scanner can do to a link, short of pressing the button: its browser opens each page. */
async function scan(student: Awaited<ReturnType<typeof mailed>>, link = student.link) {
  const before = await rowOf(link);
  expect(await look(student, link)).toBeNull();
  expect(await openedWith(student, link)).toEqual(NOTHING);
  const { firstName } = before.all;
  expect(await student.portal.waitingLink(link)).toMatchObject({ firstName });
  expect(await rowOf(link)).toEqual(before);
}

describe("the mailed link", () => {
  it("is newer than the one in the browser, and opens nothing until its button is pressed", async () => {
    const student = await mailed();
    expect(claimOf(student.link)).toEqual({ ...claimOf(student.secret), generation: 2 });
    await scan(student);
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await press(student, student.link)).toBe("card");
    expect(await student.portal.view(student.link)).toMatchObject({ step: "card", secret: student.link });
    expect(await look(student, student.secret)).toBe("ended");
    expect(await student.portal.view(student.secret)).toBeNull();
  });

  it("says the course, the provider and the first name, and nothing else of the student", async () => {
    const student = await mailed();
    await student.choose(BY_PLAN);
    const told = await student.portal.waitingLink(student.link);
    expect(told).toMatchObject({ firstName: "Amelia", provider: { code: student.college.code } });
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`Nguyen|${student.address}|ENR-|dds_|57\\.`));
    for (const link of [student.secret, "nothing"]) expect(await student.portal.waitingLink(link)).toBeNull();
  });

  it("that a scanner opens at every step takes nothing from the student's own page", async () => {
    const student = await mailed();
    await scan(student);
    expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
    const { setupUrl } = await student.view();
    await scan(student);
    expect((await student.view()).setupUrl).toBe(setupUrl);
    await student.authorise();
    await scan(student);
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    await scan(student);
    expect((await student.view()).step).toBe("done");
    expect(await student.portal.agreement(student.secret)).not.toBeNull();
  });

  it("is written once, however often its button is pressed", async () => {
    const student = await mailed();
    expect(await press(student, student.link)).toBe("pay");
    const used = await rowOf(student.link);
    expect(used.all.lowestLink).toBe(2);
    await atOnce(3, () => press(student, student.link));
    expect(await rowOf(student.link)).toEqual(used);
    expect(await press(student, student.secret)).toBeNull();
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

  it("leaves the newest that was used, whichever are used at once", async () => {
    const student = await mailed();
    const { all } = await rowOf(student.link);
    await db().update(enrolment).set({ newestLink: 8 }).where(eq(enrolment.id, all.id));
    const links = [3, 8, 5, 7, 2, 6, 4].map((one) => enrolmentSecret(over().vault, all, one));
    await Promise.all(links.map((link) => press(student, link)));
    expect((await rowOf(student.link)).all.lowestLink).toBe(8);
    const states = await Promise.all(links.map((link) => look(student, link)));
    expect(states).toEqual(["ended", null, "ended", "ended", "ended", "ended", "ended"]);
    // One that was never made is none, whoever could have made it.
    expect(await look(student, enrolmentSecret(over().vault, all, 9))).toBe("enrolment");
  });
});

describe("the browser in which a student paid or signed", () => {
  it("keeps its page and its receipt when the receipt's link is continued elsewhere", async () => {
    const payer = await mailed();
    await payer.choose(BY_CARD);
    await payer.pay(cardToken());
    const [, receipt] = await mailsTo(payer.address);
    expect(receipt!.kind).toBe("receipt");
    expect(await press(payer, receipt!.secret)).toBe("done");
    for (const link of [payer.secret, receipt!.secret])
      expect(await payer.portal.view(link)).toMatchObject({ step: "done" });
    expect(await payer.portal.receipt(payer.secret)).not.toBeNull();
    expect(await look(payer, payer.secret)).toBeNull();
  });

  it("keeps the agreement and the calendar, whichever newer links are continued", async () => {
    const signer = await mailed();
    await signer.choose(BY_PLAN);
    await signer.authorise();
    await signer.confirm();
    const { all } = await rowOf(signer.secret);
    await db().update(enrolment).set({ newestLink: 4 }).where(eq(enrolment.id, all.id));
    const [third, fourth] = [3, 4].map((one) => enrolmentSecret(over().vault, all, one));
    for (const link of [third!, fourth!]) expect(await press(signer, link)).toBe("done");
    expect(await signer.step()).toBe("done");
    expect(await signer.portal.agreement(signer.secret)).not.toBeNull();
    expect(await signer.portal.calendar(signer.secret)).not.toBeNull();
    expect(await signer.portal.view(third!)).toBeNull();
  });

  it("keeps its page while the payment is being checked, and not once it has failed", async () => {
    const payer = await mailed();
    await payer.choose(BY_CARD);
    expect(await payer.pay(cardToken("answer_lost"))).toEqual({ status: "moved", step: "checking" });
    expect(await press(payer, payer.link)).toBe("checking");
    expect(await payer.step()).toBe("checking");
    const failed = { checkoutStatus: "Payment Failed", authorisationStatus: "Failed" } as const;
    await db().update(checkout).set(failed).where(eq(checkout.providerOrderId, payer.reference));
    expect(await payer.portal.view(payer.secret)).toBeNull();
    expect(await payer.portal.view(payer.link)).toMatchObject({ step: "card" });
  });

  it("is not told that the link has ended where the payment was under way when another was continued", async () => {
    const payer = await mailed();
    await payer.choose(BY_CARD);
    const { gateway } = over();
    const charge: typeof gateway.charge = async (...asked) => {
      await press(payer, payer.link);
      return gateway.charge(...asked);
    };
    const slow = createPortal({ ...over(), gateway: { ...gateway, charge } });
    expect(await payer.pay(cardToken(), slow)).toEqual({ status: "moved", step: "done" });
    expect(await payer.step()).toBe("done");
  });

  it("signs nothing once another link was continued", async () => {
    const signer = await mailed();
    await signer.choose(BY_PLAN);
    await signer.authorise();
    const shown = (await signer.view()).checkoutId!;
    await press(signer, signer.link);
    expect(await signer.confirm(undefined, undefined, undefined, shown)).toBeNull();
    expect(await signer.statuses()).toEqual(["Awaiting Confirmation"]);
  });
});

describe("an order number that the provider's system used for another student", () => {
  /** @returns the session of Bao's bank page */
  async function createdForBao(student: Awaited<ReturnType<typeof mailed>>, bodyOf = planBody) {
    const body = bodyOf(student.college, {
      provider: { provider_order_id: student.reference },
      student: { first_name: "Bao", last_name: "Tran", email: "bao@example.com" },
    });
    const { provider } = (await findPortal(db(), student.college.code))!;
    const by = {
      provider,
      actor: { kind: "api_key", keyId: newId("key") },
      ...newVisit(),
      idempotencyKey: null,
      warnings: [],
    } as const;
    const created = await create(
      timed(over(), () => new Date()),
      by,
      readCreate(body).value,
    );
    const { setup_url: setupUrl } = JSON.parse(created.body).direct_debit ?? {};
    return setupUrl ? (new URL(setupUrl).searchParams.get("session") ?? "") : "";
  }

  it("leaves the other's bank page alone when a link is continued, or all are ended", async () => {
    const student = await mailed();
    const session = await createdForBao(student);
    expect(await press(student, student.link)).toBe("pay");
    await endAllLinks(db(), { providerId: student.college.id, reference: student.reference }, null);
    const asked = { parentOrigin: null, returnUrl: null };
    expect(await openPage(over(), (await findSession(over(), session))!, asked)).toMatchObject({
      reference: student.reference,
    });
  });

  it.each(["plan", "card"] as const)("shows that student nothing of the other, by %s", async (how) => {
    const student = await mailed();
    await student.choose(BY_CARD);
    await createdForBao(student);
    const before = JSON.stringify(await student.view());
    expect(before).not.toMatch(/Bao|Tran|dds_/);
    const said = how === "card" ? await student.pay(cardToken()) : await student.choose(BY_PLAN);
    expect(JSON.stringify(said)).toContain("Your provider needs to check this order.");
    expect(JSON.stringify(await student.view())).not.toMatch(/Bao|Tran|dds_/);
    expect(await student.statuses()).toEqual(["Awaiting Direct Debit"]);
  });

  it("does not tell that student of the other's receipt", async () => {
    const student = await mailed();
    await createdForBao(student, payNowBody);
    await dispatchEvents(over(), () => new Date());
    expect((await student.view()).resultMail).toBeNull();
  });
});

describe("who has no link of ours", () => {
  it("cannot tell a link that has ended from one that never was", async () => {
    const student = await mailed();
    await press(student, student.link);
    const [id, proof] = [student.secret.slice(0, 26), student.secret.slice(27)];
    const forged = [
      `${id}_${proof.slice(0, -2)}AA`,
      `${id}-2_${proof}`,
      `${id}-3_${proof}`,
      `${"0".repeat(26)}_${proof}`,
    ];
    for (const secret of forged) {
      expect(await look(student, secret), secret).toBe("enrolment");
      expect(await student.portal.endedLink(secret), secret).toBeNull();
    }
  });
});
