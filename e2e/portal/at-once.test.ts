import { describe, expect, it } from "vitest";
import type { CardGateway } from "../../lib/gateway/port";
import { createPortal } from "../../server/instance/portal";
import { cardToken } from "../support/bodies";
import { eventsOf } from "../support/charges";
import { atBank, atCard, atOnce, atReview, BY_CARD, BY_PLAN, begin, type Student } from "./student";

const LIVE = [
  "Awaiting Direct Debit",
  "Awaiting Confirmation",
  "Payment Pending",
  "Payment Processing",
  "Confirmed",
];
const liveOf = async (student: Student) => (await student.statuses()).filter((one) => LIVE.includes(one));

/**
 * So many payments at once, over a gateway that charges when all others were answered or stand before it too: all
 * are under way together.
 */
async function payTogether({ deps, pay }: Student, tokens: string[]) {
  const { gateway } = deps;
  let waiting = 0;
  let answered = 0;
  let letGo = () => {};
  const together = new Promise<void>((done) => {
    letGo = done;
  });
  const look = () => {
    if (waiting + answered === tokens.length) letGo();
  };
  const charge: CardGateway["charge"] = async (request) => {
    waiting++;
    look();
    await together;
    return gateway.charge(request);
  };
  const portal = createPortal({ ...deps, gateway: { ...gateway, charge } });
  return Promise.all(
    tokens.map(async (token) => {
      const answer = await pay(token, portal);
      answered++;
      look();
      return answer;
    }),
  );
}

const paySwiftly = ({ pay }: Student, tokens: string[]) => Promise.all(tokens.map((token) => pay(token)));
const sameToken = (card?: string) => Array<string>(10).fill(cardToken(card));

describe("10 payments at once", () => {
  it("with one token are one charge, and every answer leads to it", async () => {
    for (const pay of [paySwiftly, payTogether]) {
      const student = await atCard();
      const answers = await pay(student, sameToken());
      for (const answer of answers)
        expect(["done", "checking"], JSON.stringify(answer)).toContain("step" in answer && answer.step);
      expect(answers).toContainEqual({ status: "moved", step: "done" });
      expect(await student.charges()).toEqual(["succeeded 150000"]);
      expect(await student.statuses()).toEqual(["Payment Processing"]);
      expect(await student.step()).toBe("done");
    }
  });

  it("with a token each are one charge: nine cards are never asked", async () => {
    for (const pay of [paySwiftly, payTogether]) {
      const student = await atCard();
      const answers = await pay(
        student,
        sameToken().map(() => cardToken()),
      );
      for (const answer of answers) expect(answer.status).toBe("moved");
      expect(await student.charges()).toEqual(["succeeded 150000"]);
      expect(await student.attempts()).toHaveLength(1);
      expect(await student.step()).toBe("done");
    }
  });

  it("with one token that is declined are one decline, told or waited for", async () => {
    const student = await atCard();
    const answers = await payTogether(student, sameToken("declined_insufficient_funds"));
    const told = answers.filter((answer) => answer.status === "declined");
    expect(told.length).toBeGreaterThan(0);
    for (const answer of told) expect(answer).toEqual(told[0]);
    for (const answer of answers) expect(["declined", "moved"]).toContain(answer.status);
    expect(await student.charges()).toEqual(["declined 150000"]);
    expect(await student.step()).toBe("card");
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
  });
});

describe("10 choices at once", () => {
  it("of one plan make one live checkout", async () => {
    const student = await begin();
    await student.saveDetails();
    const answers = await atOnce(10, () => student.choose(BY_PLAN));
    for (const answer of answers) expect(answer).toEqual({ ok: true, step: "bank" });
    expect(await student.statuses()).toEqual(["Awaiting Direct Debit"]);
  });

  it("of a plan each leave one live checkout, and the view shows that one", async () => {
    for (const student of [await atBank(), await atReview()]) {
      const answers = await atOnce(10, (index) =>
        student.choose({ ...BY_PLAN, numberOfInstalments: String(index + 2) }),
      );
      for (const answer of answers) expect(answer).toMatchObject({ ok: true });
      expect(await liveOf(student)).toEqual(["Awaiting Direct Debit"]);
      const live = (await student.checkouts()).find((one) => LIVE.includes(one.checkoutStatus))!;
      expect(await student.view()).toMatchObject({
        step: "bank",
        checkoutId: live.id,
        plan: { numberOfInstalments: live.numberOfInstalments },
      });
      expect(await student.answers()).toMatchObject({ paymentType: BY_PLAN.paymentType });
    }
  });

  it("of card and plan leave at most one live checkout, and nothing charged", async () => {
    const student = await atBank();
    await atOnce(10, (index) =>
      student.choose(index % 2 ? BY_CARD : { ...BY_PLAN, numberOfInstalments: String(index + 2) }),
    );
    const live = await liveOf(student);
    expect(live.length).toBeLessThanOrEqual(1);
    expect(await student.charges()).toEqual([]);
    // Whatever came last: a choice that is made now is the one that counts.
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
    expect(await liveOf(student)).toEqual(["Payment Processing"]);
  });

  it("of a plan, with payments by card among them, never end in both", async () => {
    for (let round = 0; round < 3; round++) {
      const student = await atCard();
      await atOnce(6, async (index) => {
        if (index % 2) await student.choose(BY_PLAN);
        else await student.pay(cardToken());
      });
      const [live, ...more] = await liveOf(student);
      expect(more).toEqual([]);
      const charged = await student.charges();
      expect(charged).toEqual(live === "Payment Processing" ? ["succeeded 150000"] : []);
    }
  });
});

describe("10 signatures at once", () => {
  it("sign one agreement, and every answer is that it is done", async () => {
    const student = await atReview();
    const answers = await atOnce(10, () => student.confirm());
    for (const answer of answers) expect(answer).toEqual({ ok: true, step: "done" });
    expect(await student.statuses()).toEqual(["Confirmed"]);
    expect(await eventsOf((await student.checkouts())[0]!.id)).toEqual([
      "checkout.created",
      "direct_debit.authorised",
      "payment_plan.signed",
      "agreement.ready",
    ]);
  });

  it("and changes of the plan meanwhile: one of them wins, and the step says which", async () => {
    for (const change of ["before", "at once", "after"]) {
      const student = await atReview();
      const other = { ...BY_PLAN, numberOfInstalments: "10" };
      const sign = () => atOnce(3, () => student.confirm());
      if (change === "before") await student.choose(other);
      if (change === "after") await sign();
      await Promise.all([sign(), student.choose(other)]);
      const step = await student.step();
      if (change === "before") expect(step).toBe("bank");
      if (change === "after") expect(step).toBe("done");
      expect(await liveOf(student)).toEqual([step === "done" ? "Confirmed" : "Awaiting Direct Debit"]);
      const { numberOfInstalments } = (await student.view()).plan!;
      expect(numberOfInstalments).toBe(step === "done" ? 26 : 10);
      expect((await student.portal.agreement(student.secret)) !== null).toBe(step === "done");
    }
  });
});

describe("10 times the same details at once", () => {
  it("while a plan is under way withdraw it once and double nothing", async () => {
    const student = await atBank();
    const other = { firstName: "Mia", lastName: "Tran", email: "mia@example.com" };
    const answers = await atOnce(10, () => student.saveDetails(other));
    for (const answer of answers) expect(answer).toEqual({ ok: true, step: "pay" });
    expect(await student.statuses()).toEqual(["Cancelled"]);
    expect(await student.answers()).toMatchObject(other);
  });
});
