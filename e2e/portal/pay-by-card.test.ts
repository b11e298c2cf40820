import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { SAMPLE_TERMS } from "../../lib/domain/terms";
import { cardToken } from "../support/bodies";
import { atBank, atCard, BY_CARD, BY_PLAN, begin, DETAILS, newVisit } from "./student";

const NOT_CHARGED = "You have not been charged.";

describe("a student who pays by card", () => {
  it("goes from the details over the choice to the card, and is done", async () => {
    const student = await begin();
    expect(await student.step()).toBe("details");
    expect(await student.saveDetails()).toEqual({ ok: true, step: "pay" });
    expect(await student.step()).toBe("pay");
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.step()).toBe("card");
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
    expect(await student.charges()).toEqual(["succeeded 150000"]);
    expect(await student.view()).toMatchObject({
      step: "done",
      student: DETAILS,
      course: { priceCents: 150_000 },
      payment: {
        amountCents: 150_000,
        scheme: "visa",
        lastFour: "4242",
        receiptNumber: expect.any(String),
        paidAt: expect.any(String),
      },
      plan: null,
      bank: null,
      lastFailure: null,
    });
  });

  it("is done for good: nothing that is sent later changes or charges anything", async () => {
    const student = await atCard();
    await student.pay(cardToken());
    const before = [await student.view(), await student.answers()];
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
    expect(await student.saveDetails({ ...DETAILS, lastName: "Other" })).toMatchObject({ undone: "details" });
    expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "done", undone: "plan" });
    expect(await student.confirm()).toEqual({ ok: true, step: "done" });
    expect([await student.view(), await student.answers()]).toEqual(before);
    await student.setPrice(1);
    expect(await student.view()).toMatchObject({ step: "done", course: { priceCents: 150_000 } });
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });

  it("pays the price of the course's row, whatever else the forms hold", async () => {
    const student = await begin({ priceCents: 123_456 });
    const altered = { priceCents: 1, chosenPriceCents: 1, amount: "0.01", course_price: 0.01 };
    await student.saveDetails({ ...DETAILS, ...altered });
    await student.choose({ ...BY_CARD, ...altered });
    const answer = { token: cardToken(), termsVersion: SAMPLE_TERMS.version, amountCents: 1, price: 1 };
    await student.portal.payByCard(newVisit(), student.secret, {
      ...answer,
      offer: (await student.view()).offer,
    });
    expect(await student.charges()).toEqual(["succeeded 123456"]);
    expect(await student.answers()).toMatchObject({ chosenPriceCents: 123_456, ...DETAILS });
  });

  it("leaves the provider an ordinary Pay Now checkout, made by the student", async () => {
    const student = await atCard();
    await student.pay(cardToken("mastercard"));
    const [made, ...more] = await student.checkouts();
    expect(more).toEqual([]);
    expect(made).toMatchObject({
      ...DETAILS,
      courseName: "Certificate IV in Bookkeeping",
      checkoutStatus: "Payment Processing",
      authorisationStatus: "Paid Upfront",
      coursePriceCents: 150_000,
      numberOfInstalments: 1,
    });
  });
});

describe("the Terms that a student accepts", () => {
  it("are kept with version, hash and time", async () => {
    const now = new Date();
    const student = await atCard({ deps: { now: () => now } });
    await student.pay(cardToken());
    const { termsVersion, termsSha256, termsAcceptedAt } = await student.answers();
    expect(termsVersion).toBe(SAMPLE_TERMS.version);
    const shown = (await student.view()).terms.sections;
    const hash = createHash("sha256").update(JSON.stringify(shown)).digest("hex");
    expect(Buffer.from(termsSha256!).toString("hex")).toBe(hash);
    expect(termsAcceptedAt).toEqual(now);
  });

  it("stay those that were accepted when the provider's change after the payment", async () => {
    const student = await atCard();
    await student.setTerms("One.\n\nTwo.", "2027-01");
    await student.pay(cardToken());
    await student.setTerms("Three.", "2027-02");
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
    expect(await student.answers()).toMatchObject({ termsVersion: "2027-01" });
  });

  it("must be accepted: else nothing is kept and nothing is charged", async () => {
    const student = await atCard();
    const answer = { token: cardToken(), termsVersion: "", offer: (await student.view()).offer };
    expect(await student.portal.payByCard(newVisit(), student.secret, answer)).toEqual({
      status: "refused",
      field: "terms",
      message: "Accept the Terms and Conditions to continue",
    });
    expect(await student.answers()).toMatchObject({ termsVersion: null, termsAcceptedAt: null });
    expect(await student.charges()).toEqual([]);
  });

  it("that changed between showing and paying are refused, and the new ones can be accepted", async () => {
    const student = await atCard();
    const token = cardToken();
    const shown = (await student.view()).terms.version;
    await student.setTerms("Our own terms.", "2027-01");
    const answer = { token, termsVersion: shown, offer: (await student.view()).offer };
    expect(await student.portal.payByCard(newVisit(), student.secret, answer)).toEqual({
      status: "refused",
      field: "terms",
      message: "The Terms and Conditions have changed. Read and accept the new ones.",
    });
    expect(await student.charges()).toEqual([]);
    expect(await student.pay(token)).toEqual({ status: "moved", step: "done" });
    expect(await student.answers()).toMatchObject({ termsVersion: "2027-01" });
    expect(await student.charges()).toEqual(["succeeded 150000"]);
  });
});

describe("a card that is declined", () => {
  it.each([
    ["declined_insufficient_funds", "Your bank says there is not enough money available. Use another card."],
    ["declined_expired_card", "This card has expired. Use another card."],
    ["declined_incorrect_cvc", "The security code does not match. Check it and try again."],
    ["declined_generic_decline", "Your bank declined this card. Use another card or contact your bank."],
    ["declined_lost_card", "Your bank declined this card. Use another card or contact your bank."],
    ["declined_stolen_card", "Your bank declined this card. Use another card or contact your bank."],
  ])("as %s says why and that nothing was charged; another card pays", async (card, why) => {
    const student = await atCard();
    const offersPlan = card === "declined_insufficient_funds";
    expect(await student.pay(cardToken(card))).toEqual({
      status: "declined",
      message: `${why} ${NOT_CHARGED}`,
      ...(offersPlan && { offersPlan }),
    });
    const lastFailure = `${why} ${NOT_CHARGED}`;
    expect(await student.view()).toMatchObject({ step: "card", lastFailure, offersPlan });
    expect(await student.charges()).toEqual(["declined 150000"]);
    expect(await student.pay(cardToken("amex"))).toEqual({ status: "moved", step: "done" });
    expect(await student.charges()).toEqual(["declined 150000", "succeeded 150000"]);
    expect(await student.statuses()).toEqual(["Payment Failed", "Payment Processing"]);
    expect((await student.view()).lastFailure).toBeNull();
  });

  it("is not tried again with the same token: the answer is the same", async () => {
    const student = await atCard();
    const token = cardToken("declined_lost_card");
    const first = await student.pay(token);
    expect(first.status).toBe("declined");
    expect(await student.pay(token)).toEqual(first);
    expect(await student.charges()).toEqual(["declined 150000"]);
    expect(await student.attempts()).toHaveLength(1);
  });

  it("leaves the way to a plan open", async () => {
    const student = await atCard();
    await student.pay(cardToken("declined_lost_card"));
    expect(await student.choose(BY_PLAN)).toEqual({ ok: true, step: "bank" });
    expect(await student.view()).toMatchObject({ step: "bank", lastFailure: null, payment: null });
  });
});

describe("a token that the gateway does not take", () => {
  const REFUSED = {
    status: "refused",
    field: "number",
    message: "Your card details could not be used. Enter them again.",
  };

  it.each(["", "tok", cardToken("no_such_card"), "4242424242424242"])("as %j is refused", async (token) => {
    const student = await atCard();
    expect(await student.pay(token)).toEqual(REFUSED);
    expect(await student.charges()).toEqual([]);
    expect(await student.step()).toBe("card");
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
  });

  it("because another order of the provider was paid with it is refused, and pays nothing twice", async () => {
    const first = await atCard();
    const token = cardToken();
    await first.pay(token);
    const secret = (await first.portal.start(first.college.code, first.course.slug))!;
    await first.portal.saveDetails(newVisit(), secret, DETAILS);
    await first.portal.choosePayment(newVisit(), secret, BY_CARD);
    const { offer } = (await first.portal.view(secret))!;
    const answer = { token, termsVersion: SAMPLE_TERMS.version, offer };
    expect(await first.portal.payByCard(newVisit(), secret, answer)).toEqual(REFUSED);
    expect((await first.portal.view(secret))!.step).toBe("card");
  });
});

describe("a price that changes", () => {
  it("after a card was chosen asks again, and only the new price is charged", async () => {
    const student = await atCard();
    await student.setPrice(160_000);
    expect(await student.view()).toMatchObject({
      step: "pay",
      priceChangedFrom: 150_000,
      course: { priceCents: 160_000 },
    });
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "pay" });
    expect(await student.charges()).toEqual([]);
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
    expect(await student.view()).toMatchObject({ step: "card", priceChangedFrom: null });
    await student.pay(cardToken());
    expect(await student.charges()).toEqual(["succeeded 160000"]);
  });

  it("and was chosen anew in another window is not charged where the old one stands", async () => {
    const student = await atCard();
    const shown = { termsVersion: SAMPLE_TERMS.version, offer: (await student.view()).offer };
    await student.setPrice(160_000);
    await student.choose(BY_CARD);
    const paid = await student.portal.payByCard(newVisit(), student.secret, { ...shown, token: cardToken() });
    expect(paid).toEqual({ status: "moved", step: "pay" });
    expect(await student.charges()).toEqual([]);
  });

  it("while the choice was open is told before anything is chosen, for a card as for a plan", async () => {
    const student = await begin();
    await student.saveDetails();
    const { offer } = await student.view();
    await student.setPrice(160_000);
    for (const choice of [BY_CARD, BY_PLAN])
      expect(await student.choose({ ...choice, offer })).toEqual({
        ok: false,
        errors: {},
        notice: "The course fee has changed and is now $1,600.00. Look at the new amounts and choose again.",
      });
    expect(await student.answers()).toMatchObject({ paymentType: null, chosenPriceCents: null });
    expect(await student.choose({ ...BY_CARD, offer: (await student.view()).offer })).toEqual({
      ok: true,
      step: "card",
    });
  });
});

describe("a card and a plan", () => {
  it("a plan that was withdrawn for a card is not shown beside it", async () => {
    const student = await atBank();
    await student.choose(BY_CARD);
    expect(await student.view()).toMatchObject({ step: "card", plan: null, bank: null, setupUrl: null });
  });

  it("a card is not charged while a plan is under way in another window, which is told", async () => {
    const student = await atBank();
    const told = { status: "moved", undone: "card" };
    expect(await student.pay(cardToken())).toEqual({ ...told, step: "bank" });
    await student.authorise();
    expect(await student.pay(cardToken())).toEqual({ ...told, step: "review" });
    await student.confirm();
    expect(await student.pay(cardToken())).toEqual({ ...told, step: "done" });
    expect(await student.charges()).toEqual([]);
  });

  it("a card that is chosen after a plan cancels the plan, and pays", async () => {
    for (const reached of ["bank", "review"]) {
      const student = await atBank();
      if (reached === "review") await student.authorise();
      expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "card" });
      expect(await student.statuses()).toEqual(["Cancelled"]);
      expect(await student.step()).toBe("card");
      expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "done" });
      expect(await student.statuses()).toEqual(["Cancelled", "Payment Processing"]);
      expect(await student.charges()).toEqual(["succeeded 150000"]);
    }
  });
});

describe("a student who is not at the card yet", () => {
  it("is sent to the step that is next, and nothing is charged", async () => {
    const student = await begin();
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "details" });
    expect(await student.choose(BY_CARD)).toEqual({ ok: true, step: "details" });
    await student.saveDetails();
    expect(await student.pay(cardToken())).toEqual({ status: "moved", step: "pay" });
    expect(await student.charges()).toEqual([]);
    expect(await student.checkouts()).toEqual([]);
  });
});
