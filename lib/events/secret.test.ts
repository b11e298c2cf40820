import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { createVault } from "../crypto/vault";
import { newId } from "../domain/ids";
import { newWebhookSecret, openWebhookSecret, sealWebhookSecret, signed } from "./secret";

describe("a signature", () => {
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

describe("a secret", () => {
  it("is whsec_ and the base64 of 32 bytes, never the same twice", () => {
    expect(newWebhookSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(newWebhookSecret());
  });

  it("opens for its own endpoint only", () => {
    const vault = createVault(`1:${Buffer.alloc(32, 7).toString("base64")}`);
    const [own, other] = [newId("whe"), newId("whe")];
    const sealed = sealWebhookSecret(vault, own, "whsec_abcd");
    expect(openWebhookSecret(vault, own, sealed)).toBe("whsec_abcd");
    expect(() => openWebhookSecret(vault, other, sealed)).toThrow();
  });
});
