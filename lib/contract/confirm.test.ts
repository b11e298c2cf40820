import { describe, expect, it } from "vitest";
import { CheckoutError } from "../domain/errors";
import { DECLARATIONS } from "../domain/wording";
import { DECLARATION_KEYS, readConfirm } from "./confirm";

// biome-ignore lint/suspicious/noExplicitAny: bodies are changed in ways that no type allows
type Body = any;

function confirmBody(change: (body: Body) => void = () => {}): Body {
  const body = {
    provider: { provider_code: "harbour-college", provider_order_id: "ORD-1" },
    checkout: { checkout_id: "chk_1", checkout_token: "cht_1", opportunity_id: "opp_1", dda_id: "dda_1" },
    payment: {
      payment_method: "service_payment_plan",
      first_payment_date: "2027-02-06",
      deposit_confirmed: true,
    },
    declarations: {
      payment_plan_accepted: true,
      information_confirmed: true,
      privacy_consent_accepted: true,
    },
  };
  change(body);
  return body;
}

function faults(body: unknown): string[] {
  try {
    readConfirm(body);
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return error.fields.map(({ path, code }) => `${path.join(".")}: ${code}`).sort();
  }
  return [];
}

const ALL_DECLARATIONS = [
  "declarations.information_confirmed: declaration_required",
  "declarations.payment_plan_accepted: declaration_required",
  "declarations.privacy_consent_accepted: declaration_required",
];

describe("the body of confirm", () => {
  it("becomes a command", () => {
    expect(readConfirm(confirmBody())).toEqual({
      value: {
        providerCode: "harbour-college",
        providerOrderId: "ORD-1",
        checkoutId: "chk_1",
        checkoutToken: "cht_1",
        opportunityId: "opp_1",
        ddaId: "dda_1",
        firstPaymentDate: "2027-02-06",
        depositConfirmed: true,
      },
      warnings: [],
    });
  });

  it("has the declarations whose words the agreement prints", () => {
    expect([...DECLARATION_KEYS].sort()).toEqual(Object.keys(DECLARATIONS).sort());
  });

  it("without its token hears how to get one", () => {
    const body = confirmBody(({ checkout }) => delete checkout.checkout_token);
    expect(() => readConfirm(body)).toThrow(
      expect.objectContaining({
        fields: [
          {
            path: ["checkout", "checkout_token"],
            code: "required",
            message:
              "checkout_token is required. Send the token that create returned, or issue a new one with the checkout-token operation.",
            expected: "a string",
          },
        ],
      }),
    );
  });

  it("hears of every fault at once", () => {
    expect(faults({})).toEqual([
      "checkout: required",
      ...ALL_DECLARATIONS,
      "payment: required",
      "provider: required",
    ]);
    const body = confirmBody((it) => {
      delete it.provider.provider_order_id;
      it.checkout.checkout_token = "";
      it.payment.payment_method = "card";
      it.payment.first_payment_date = "soon";
      it.payment.deposit_confirmed = "yes";
      it.declarations.information_confirmed = false;
    });
    expect(faults(body)).toEqual([
      "checkout.checkout_token: required",
      "declarations.information_confirmed: declaration_required",
      "payment.deposit_confirmed: wrong_type",
      "payment.first_payment_date: wrong_format",
      "payment.payment_method: does_not_match",
      "provider.provider_order_id: required",
    ]);
  });

  it.each([[undefined], [null], [""], [" "]])("a dda_id of %j is missing", (dda_id) => {
    expect(faults(confirmBody((it) => Object.assign(it.checkout, { dda_id })))).toEqual([
      "checkout.dda_id: dda_required",
    ]);
  });

  it.each([[undefined], [null], [{}]])("declarations of %j miss each of the three", (declarations) => {
    expect(faults(confirmBody((it) => Object.assign(it, { declarations })))).toEqual(ALL_DECLARATIONS);
  });

  it.each(DECLARATION_KEYS)("%s counts only when it is true", (key) => {
    const faultOf = (value: unknown) =>
      faults(confirmBody((it) => Object.assign(it.declarations, { [key]: value })));
    expect(faultOf(false)).toEqual([`declarations.${key}: declaration_required`]);
    expect(faultOf(null)).toEqual([`declarations.${key}: declaration_required`]);
    expect(faultOf("true")).toEqual([`declarations.${key}: wrong_type`]);
    expect(faultOf(1)).toEqual([`declarations.${key}: wrong_type`]);
  });

  it("has its unknown members named, in every section", () => {
    const body = confirmBody((it) => {
      it.checkout.extra = 1;
      it.declarations.marketing_accepted = true;
      it.note = "hello";
    });
    expect(readConfirm(body).warnings.map(({ pointer }) => pointer)).toEqual([
      "/checkout/extra",
      "/declarations/marketing_accepted",
      "/note",
    ]);
  });
});
