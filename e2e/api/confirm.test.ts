import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import { type Body, confirmBody } from "../support/bodies";
import { madeOnce } from "../support/made-once";
import { makeKey } from "../support/provider";
import { authorisedPlan, strangers } from "../support/scenes";

const WITH_DEPOSIT = {
  pricing: { course_price: 1500, amount_to_finance: 1200, upfront_payment: 300 },
  plan: { number_of_instalments: 10, instalment_amount: 120 },
};

describe("confirm", () => {
  async function setting(changes: Body = {}) {
    const { provider, client } = await newCaller();
    const scene = await authorisedPlan(client, provider, changes);
    const send = (more: Body = {}) => client.confirm(scene.id, confirmBody(scene.answer.body, more));
    return { provider, client, ...scene, send };
  }

  /** A plan that is authorised, for what is refused. */
  const authorised = madeOnce(() => setting());
  /** A plan that is confirmed once, for what is looked at or asked of it afterwards and changes nothing. */
  const confirmed = madeOnce(async () => {
    const scene = await setting();
    const before = (await scene.client.status(scene.id)).body;
    return { ...scene, before, answer: await scene.send(), created: scene.answer.body };
  });

  it("answers the create resource without the token, and with the agreement", async () => {
    const { before, created, answer } = await confirmed();
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    const { timeline: _, ...resource } = before;
    expect(answer.body).toEqual({
      ...resource,
      checkout_status: "Confirmed",
      opportunity_stage: "Payment Plan Signed",
      outcome: "signed",
      is_final: true,
      next_action: { type: "none" },
      expires_at: null,
      agreement: {
        agreement_id: expect.stringMatching(/^agr_/),
        status: "ready",
        content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        version: expect.any(String),
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        url: `${created.links.self}/agreement`,
        signed_at: expect.any(String),
      },
    });
    expect(answer.body.checkout).not.toHaveProperty("checkout_token");
    expect(answer.text).not.toContain("cht_");
    expect(answer.body.direct_debit).toMatchObject({ status: "Authorised", setup_url: null });
  });

  it("the agreement is the same PDF every time, named by its SHA-256", async () => {
    const { id, client, answer } = await confirmed();
    const { url, sha256 } = answer.body.agreement;
    const path = new URL(url).pathname;
    const first = await client.get(path);
    const again = await client.get(path);
    expect(first.headers.get("content-type")).toBe("application/pdf");
    expect(createHash("sha256").update(first.bytes).digest("hex")).toBe(sha256);
    expect(Buffer.from(again.bytes).equals(Buffer.from(first.bytes))).toBe(true);
    expect(first.headers.get("etag")).toBe(`"${sha256}"`);
    const known = await client.get(path, { headers: { "If-None-Match": first.headers.get("etag")! } });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    expect(first.headers.get("content-disposition")).toContain(id);
  });

  it("the same confirm again is 200 with the same agreement", async () => {
    const { answer, send } = await confirmed();
    const again = await send();
    expect([again.status, again.body]).toEqual([200, answer.body]);
  });

  it("after it was confirmed, what does not match is still told", async () => {
    const { send } = await confirmed();
    const { checkout_token, dda_id } = strangers();
    expectProblem(await send({ checkout: { checkout_token } }), 403, "checkout_token_invalid");
    expectFieldError(await send({ checkout: { dda_id } }), "/checkout/dda_id", "does_not_match");
    expectFieldError(
      await send({ declarations: { information_confirmed: false } }),
      "/declarations/information_confirmed",
      "declaration_required",
    );
  });

  it("a confirm that differs in deposit_confirmed is already_confirmed, with a deposit and without", async () => {
    for (const changes of [{}, WITH_DEPOSIT]) {
      const { client, id, send } = await setting(changes);
      const first = await send();
      const other = await send({ payment: { deposit_confirmed: false } });
      expectProblem(other, 409, "already_confirmed");
      expect(other.body.checkout_id).toBe(id);
      const { timeline: _, ...now } = (await client.status(id)).body;
      expect(now).toEqual(first.body);
    }
  });

  it("without a deposit, false may be confirmed; then true is another confirm", async () => {
    const { send } = await setting();
    expect((await send({ payment: { deposit_confirmed: false } })).status).toBe(200);
    expectProblem(await send(), 409, "already_confirmed");
    expect((await send({ payment: { deposit_confirmed: false } })).status).toBe(200);
  });

  it("with a deposit, false is deposit_not_confirmed, beside whatever else does not match", async () => {
    const { send } = await setting(WITH_DEPOSIT);
    const payment = { deposit_confirmed: false };
    expectFieldError(await send({ payment }), "/payment/deposit_confirmed", "deposit_not_confirmed");
    const both = await send({ payment, checkout: { dda_id: strangers().dda_id } });
    expectFieldError(both, "/payment/deposit_confirmed", "deposit_not_confirmed");
    expectFieldError(both, "/checkout/dda_id", "does_not_match");
    expect((await send()).status).toBe(200);
  });

  it("each field that belongs to another is pointed to, with what was expected", async () => {
    const { answer, send } = await authorised();
    const { opportunity_id, dda_id } = strangers();
    const { errors } = (
      await send({
        provider: { provider_order_id: "ORD-another" },
        checkout: { opportunity_id, dda_id },
        payment: { first_payment_date: "2027-12-01" },
      })
    ).body;
    expect(Object.fromEntries(errors.map((one: Body) => [one.pointer, [one.code, one.expected]]))).toEqual({
      "/provider/provider_order_id": ["does_not_match", answer.body.provider.provider_order_id],
      "/checkout/opportunity_id": ["does_not_match", answer.body.checkout.opportunity_id],
      "/checkout/dda_id": ["does_not_match", answer.body.checkout.dda_id],
      "/payment/first_payment_date": ["does_not_match", answer.body.plan.first_payment_date],
    });
  });

  it("text is trimmed here too, so that what was passed on by hand still matches", async () => {
    const { answer, send } = await setting();
    const { checkout } = answer.body;
    const padded = Object.fromEntries(Object.entries(checkout).map(([name, value]) => [name, ` ${value}\n`]));
    expect((await send({ checkout: padded })).status).toBe(200);
  });

  it("another key of the same provider may confirm, and the timeline names it", async () => {
    const { provider, client, id, answer } = await setting();
    const other = client.as(await makeKey(provider.id, { scopes: ["checkouts:write"] }));
    const confirmed = await other.confirmAsItIs(id, confirmBody(answer.body));
    // The other key may not read, and so cannot see when the document is made.
    await client.confirm(id, confirmBody(answer.body));
    const { timeline } = (await client.status(id)).body;
    expect(timeline.at(-2)).toMatchObject({
      type: "payment_plan.signed",
      actor: `api_key:key_${other.key!.split("_")[2]}`,
      request_id: confirmed.headers.get("request-id"),
    });
  });
});
