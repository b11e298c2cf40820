import { describe, expect, it } from "vitest";
import { api, expectFieldError, expectProblem } from "../../support/api";
import { type Body, confirmBody } from "../../support/bodies";
import { makeProvider } from "../../support/provider";
import { authorisedPlan, strangers } from "../../support/scenes";
import { DOORS } from "../../support/stack";

const at = (field: string, value: unknown): Body => {
  const [section, member] = field.split(".") as [string, string];
  return { [section]: { [member]: value } };
};
const pointerOf = (field: string) => `/${field.replace(".", "/")}`;

const STRINGS = [
  "provider.provider_code",
  "provider.provider_order_id",
  "checkout.checkout_id",
  "checkout.checkout_token",
  "checkout.opportunity_id",
  "checkout.dda_id",
  "payment.payment_method",
  "payment.first_payment_date",
];
const BOOLEANS = [
  "payment.deposit_confirmed",
  "declarations.payment_plan_accepted",
  "declarations.information_confirmed",
  "declarations.privacy_consent_accepted",
];
const missingCode = (field: string) => {
  if (field === "checkout.dda_id") return "dda_required";
  return field.startsWith("declarations.") ? "declaration_required" : "required";
};

describe.each(DOORS)("specification, Checkout confirm request, through the %s entry point", (door) => {
  async function setting() {
    const provider = await makeProvider();
    const client = api(door, provider.key);
    const { id, answer } = await authorisedPlan(client, provider);
    const send = (changes: Body) => client.confirm(id, confirmBody(answer.body, changes));
    return { client, id, send, created: answer.body };
  }

  it.each([...STRINGS, ...BOOLEANS])("%s is required", async (field) => {
    const { send } = await setting();
    for (const nothing of [undefined, null, ...(STRINGS.includes(field) ? ["", " "] : [])])
      expectFieldError(await send(at(field, nothing)), pointerOf(field), missingCode(field));
  });

  it.each([...STRINGS, ...BOOLEANS])("%s of another type is refused", async (field) => {
    const { send } = await setting();
    for (const wrong of [7, ["x"], { x: 1 }, STRINGS.includes(field) ? true : "true"])
      expectFieldError(await send(at(field, wrong)), pointerOf(field), "wrong_type");
  });

  it("every section is required; absent declarations name all three", async () => {
    const { send } = await setting();
    for (const section of ["provider", "checkout", "payment"])
      expectFieldError(await send({ [section]: undefined }), `/${section}`, "required");
    const answer = await send({ declarations: undefined });
    for (const field of BOOLEANS.slice(1)) expectFieldError(answer, pointerOf(field), "declaration_required");
  });

  it("provider_code and provider_order_id are the same as in create", async () => {
    const { send } = await setting();
    expectProblem(await send({ provider: { provider_code: "another" } }), 403, "provider_code_mismatch");
    expectFieldError(
      await send({ provider: { provider_order_id: "ORD-another" } }),
      "/provider/provider_order_id",
      "does_not_match",
    );
  });

  it("checkout_token is the opaque token of create's answer", async () => {
    const { send, created } = await setting();
    const { checkout_token } = strangers();
    expectProblem(await send({ checkout: { checkout_token } }), 403, "checkout_token_invalid");
    expect(created.checkout.checkout_token).toMatch(/^cht_/);
  });

  it("opportunity_id and dda_id are those of create's answer", async () => {
    const { send } = await setting();
    const { opportunity_id, dda_id } = strangers();
    const answer = await send({ checkout: { opportunity_id, dda_id } });
    expectFieldError(answer, "/checkout/opportunity_id", "does_not_match");
    expectFieldError(answer, "/checkout/dda_id", "does_not_match");
  });

  it("payment_method is service_payment_plan", async () => {
    const { send } = await setting();
    expectFieldError(
      await send({ payment: { payment_method: "card" } }),
      "/payment/payment_method",
      "does_not_match",
    );
  });

  it("first_payment_date is a date YYYY-MM-DD", async () => {
    const { send } = await setting();
    expectFieldError(
      await send({ payment: { first_payment_date: "6/2/2027" } }),
      "/payment/first_payment_date",
      "wrong_format",
    );
  });

  it("nothing of all these refusals confirmed anything", async () => {
    const { client, id, send } = await setting();
    await send({ declarations: { payment_plan_accepted: false } });
    expect((await client.status(id)).body).toMatchObject({
      checkout_status: "Awaiting Confirmation",
      opportunity_stage: "Direct Debit Authorised",
      agreement: null,
    });
  });
});
