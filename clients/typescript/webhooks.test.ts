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

it("an event's type says what it holds", () => {
  expectTypeOf(webhooks.unwrap).returns.resolves.toEqualTypeOf<WebhookEvent>();
  expectTypeOf<WebhookEvent<"checkout.expired">["type"]>().toEqualTypeOf<"checkout.expired">();
});
