import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { isSigned, newWebhookSecret, signed } from "./signature";

const NOW = new Date("2026-11-26T00:00:00Z");
const BODY = Buffer.from('{"id":"evt_1"}');

function header({ ago = 0, secret = "one", scheme = "v1", body = BODY } = {}) {
  const time = NOW.getTime() / 1000 - ago;
  return `t=${time},${scheme}=${createHmac("sha256", secret).update(`${time}.${body}`).digest("hex")}`;
}
const accepts = (given: string, secrets = ["one", "two"]) => isSigned(given, "v1", BODY, secrets, NOW);

it("a signature of any of the secrets counts, and one of several in the header", () => {
  expect(accepts(header())).toBe(true);
  expect(accepts(header({ secret: "two" }))).toBe(true);
  expect(accepts(`${header({ secret: "three" })},${header().split(",")[1]}`)).toBe(true);
});

it.each([
  ["another secret", header({ secret: "three" })],
  ["another body", header({ body: Buffer.from("{}") })],
  ["another scheme", header({ scheme: "v0" })],
  ["a time more than five minutes ago", header({ ago: 301 })],
  ["a time in the future", header({ ago: -31 })],
  ["no time", header().split(",")[1]!],
  ["nothing", ""],
])("%s is refused", (_, given) => {
  expect(accepts(given)).toBe(false);
});

it("without a secret nothing is accepted", () => {
  expect(accepts(header({ secret: "" }), [])).toBe(false);
});

describe("a signature of Standard Webhooks", () => {
  const body = JSON.stringify({ text: "Ünïcödé ✓" });

  it("is one that the reference library verifies", () => {
    const secret = newWebhookSecret();
    const headers = signed("evt_1", new Date(), body, [secret]);
    expect(new Webhook(secret).verify(body, headers)).toEqual({ text: "Ünïcödé ✓" });
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "evt_2" })).toThrow();
  });

  it("is there for both secrets during a rotation", () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = signed("evt_1", new Date(), body, secrets);
    expect(headers["webhook-signature"].split(" ")).toHaveLength(2);
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
  });
});

it("a new secret is whsec_ and the base64 of 32 bytes, never the same twice", () => {
  expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(newWebhookSecret()).not.toBe(newWebhookSecret());
});
