import { Webhook } from "standardwebhooks";
import { expect, expectTypeOf, it } from "vitest";
import { type WebhookEvent, WebhookVerificationError, webhooks } from "./index.js";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`;
const other = `whsec_${Buffer.from("another secret, of 32 bytes.....").toString("base64")}`;
const body = JSON.stringify({ id: "evt_1", type: "payment_plan.signed", sequence: 3, data: { name: "Zoë" } });

/** The headers as the reference implementation of Standard Webhooks writes them. */
function headersOf(by = secret, at = new Date()) {
  return {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(by).sign("evt_1", at, body),
  };
}
const ago = (seconds: number) => headersOf(secret, new Date(Date.now() - seconds * 1000));

it("gives the event of a webhook that the service signed, however body and headers come", async () => {
  const event = JSON.parse(body);
  expect(await webhooks.unwrap(body, headersOf(), secret)).toEqual(event);
  expect(await webhooks.unwrap(Buffer.from(body), new Headers(headersOf()), secret)).toEqual(event);
  const { "webhook-id": id, ...rest } = headersOf();
  expect(await webhooks.unwrap(body, { "Webhook-Id": id, ...rest }, secret)).toEqual(event);
});

it("takes either secret during a rotation, of the service and of the receiver", async () => {
  await webhooks.unwrap(body, headersOf(), [other, secret]);
  await webhooks.unwrap(body, headersOf(), `${other} ${secret}`);
  const both = `${headersOf(other)["webhook-signature"]} ${headersOf()["webhook-signature"]}`;
  await webhooks.unwrap(body, { ...headersOf(), "webhook-signature": `v1a,xx ${both}` }, secret);
});

it.each([
  ["another secret's signature", body, headersOf(other), "signature_mismatch"],
  ["another body", `${body} `, headersOf(), "signature_mismatch"],
  ["another id", body, { ...headersOf(), "webhook-id": "evt_2" }, "signature_mismatch"],
  [
    "a signature that is no base64",
    body,
    { ...headersOf(), "webhook-signature": "v1,%" },
    "signature_mismatch",
  ],
  ["an old one", body, ago(310), "timestamp_out_of_tolerance"],
  ["one from the future", body, ago(-310), "timestamp_out_of_tolerance"],
  ["no time", body, { ...headersOf(), "webhook-timestamp": "soon" }, "timestamp_out_of_tolerance"],
  ["no signature", body, { ...headersOf(), "webhook-signature": undefined }, "header_missing"],
])("refuses %s", async (_, received, headers, code) => {
  const refusal = await webhooks.unwrap(received, headers, secret).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(WebhookVerificationError);
  expect(refusal).toMatchObject({ code });
});

it("takes an old one where the receiver says so", async () => {
  await webhooks.unwrap(body, ago(3600), secret, { toleranceSeconds: 7200 });
});

it.each([[[]], ["nothing"], ["whsec_"]])(
  "no secret to verify by (%j) is no fault of the webhook",
  async (none) => {
    await expect(webhooks.unwrap(body, headersOf(), none)).rejects.toBeInstanceOf(TypeError);
  },
);

it.each([
  [JSON.parse(body), headersOf(), secret, "needs the raw body"],
  [undefined, headersOf(), secret, "needs the raw body"],
  [body, headersOf(), undefined, "No webhook secret is given"],
  [body, undefined, secret, "No headers are given"],
])("a receiver's own fault is said as it is (%#)", async (received, headers, known, message) => {
  const failing = webhooks.unwrap(received, headers as never, known);
  await expect(failing).rejects.toThrow(message);
  await expect(failing).rejects.toBeInstanceOf(TypeError);
});

it("a time that is no number is not called old", async () => {
  const headers = { ...headersOf(), "webhook-timestamp": new Date().toISOString() };
  await expect(webhooks.unwrap(body, headers, secret)).rejects.toThrow("is not within 300 seconds");
});

it("an event's type says what it holds", () => {
  expectTypeOf(webhooks.unwrap).returns.resolves.toEqualTypeOf<WebhookEvent>();
  expectTypeOf<WebhookEvent<"checkout.expired">["type"]>().toEqualTypeOf<"checkout.expired">();
});

it("refuses a body of many megabytes, and a header of many signatures, as any other", async () => {
  const many = Array.from({ length: 2_000 }, () => "v1,AA==").join(" ");
  const headers = { ...headersOf(), "webhook-signature": many };
  const refused = { code: "signature_mismatch" };
  await expect(webhooks.unwrap(Buffer.alloc(128 * 2 ** 20), headers, secret)).rejects.toMatchObject(refused);
});
