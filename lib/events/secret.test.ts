import { expect, it } from "vitest";
import { createVault } from "../crypto/vault";
import { newId } from "../domain/ids";
import { openWebhookSecret, sealWebhookSecret } from "./secret";

it("a secret opens for its own endpoint only", () => {
  const vault = createVault(`1:${Buffer.alloc(32, 7).toString("base64")}`);
  const [own, other] = [newId("whe"), newId("whe")];
  const sealed = sealWebhookSecret(vault, own, "whsec_abcd");
  expect(openWebhookSecret(vault, own, sealed)).toBe("whsec_abcd");
  expect(() => openWebhookSecret(vault, other, sealed)).toThrow();
});
