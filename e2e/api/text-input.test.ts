import { extractText } from "unpdf";
import { describe, expect, it } from "vitest";
import { expectFieldError, expectProblem, newCaller } from "../support/api";
import { confirmBody, orderId, payNowBody, planBody } from "../support/bodies";

describe("text that looks the same", () => {
  it("is one order, charged once, whatever nobody sees in its reference", async () => {
    const { provider, client } = await newCaller();
    const order = `${orderId()}-é`;
    const withOrder = (reference: string) => {
      const body = payNowBody(provider);
      return { ...body, provider: { ...body.provider, provider_order_id: reference } };
    };
    const first = await client.create(withOrder(`\u2066${order}\u2069`));
    expect(first.status, first.text).toBe(201);
    expect(first.body.provider.provider_order_id).toBe(order);
    const unseen = [`${order}\u200b`, `${order.slice(0, 3)}\u200d\u00ad${order.slice(3)}`];
    for (const same of [order, ...unseen, ` ${order} `, order.normalize("NFD")])
      expectProblem(await client.create(withOrder(same)), 409, "duplicate_order");
    expect((await client.create(withOrder(order.toUpperCase()))).status).toBe(201);
    const listed = await client.get(
      `/v1/provider-checkouts?provider_order_id=${encodeURIComponent(order)}%E2%80%8B`,
    );
    expect(listed.body.data, listed.text).toHaveLength(1);
    const charges = await client.get(`/v1/sandbox/charges?provider_order_id=${encodeURIComponent(order)}`);
    expect(charges.body.data, charges.text).toHaveLength(1);
  });

  it("is printed in the agreement as its readers write it", async () => {
    const { provider, client } = await newCaller();
    const body = planBody(provider);
    const student = { ...body.student, first_name: "রবীন্দ্রনাথ", last_name: "శ్రీనివాస్" };
    const course = { course_name: "Certi\ufb01cate of မောင်" };
    const { body: made, status, text } = await client.create({ ...body, student, course });
    expect(status, text).toBe(201);
    const authorised = await client.authorise(made.checkout.checkout_id);
    expect(authorised.status, authorised.text).toBe(200);
    const signed = await client.confirm(made.checkout.checkout_id, confirmBody(made));
    expect(signed.status, signed.text).toBe(200);
    const pdf = await fetch(new URL(signed.body.agreement.url), {
      headers: { Authorization: `Bearer ${provider.key}` },
    });
    expect(pdf.status).toBe(200);
    const read = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true });
    expect(read.text).toContain("Certificate of ");
    expect(read.text).not.toContain("U+");
    for (const letter of "রবনస") expect(read.text).toContain(letter);
  });

  it("is one email address, and an impossible one is refused", async () => {
    const { provider, client } = await newCaller();
    const body = planBody(provider);
    const to = (email: string) => ({ ...body, student: { ...body.student, email } });
    expectFieldError(await client.create(to("mia@example..com")), "/student/email", "wrong_format");
    const made = await client.create(to("\u200emia\u200b@ｅxample.com\u200f"));
    expect(made.status, made.text).toBe(201);
    const listed = await client.get("/v1/provider-checkouts?email=MIA@example.com");
    expect(listed.body.data, listed.text).toHaveLength(1);
  });
});
