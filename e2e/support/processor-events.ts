import { createHmac } from "node:crypto";
import type { Api } from "./api";

const STRIPE_SIGNED = { header: "Stripe-Signature", scheme: "v1" };
export const PINCH_SIGNED = { header: "pinch-signature", scheme: "v2" };

/** Posts an event to an account as its processor does, signed with the account's secret of webhooks. */
export const postEvent =
  (webhookSecret: string) =>
  (
    { client }: { client: Api },
    account: string,
    event: object,
    { secret = webhookSecret, ago = 0, header = STRIPE_SIGNED.header, scheme = STRIPE_SIGNED.scheme } = {},
  ) => {
    const body = JSON.stringify(event);
    const time = Math.floor(Date.now() / 1000) - ago;
    const signature = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
    const headers = { [header]: `t=${time},${scheme}=${signature}` };
    return client.as(null).call("POST", `/api/gateways/${account}/events`, { headers, raw: body });
  };
