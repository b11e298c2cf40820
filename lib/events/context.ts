import type { CheckoutDeps } from "../checkout/context";
import type { Meters } from "../domain/meters";

/** What the use cases of events and webhook endpoints work with. */
export type EventsDeps = Pick<CheckoutDeps, "db" | "vault" | "environment" | "baseUrl" | "now">;

export interface DeliveryDeps extends Pick<CheckoutDeps, "db" | "vault" | "environment" | "mail" | "log"> {
  webhooks: {
    /** Milliseconds for one attempt: connection, request and whole response. */
    timeoutMs: number;
    /** In the sandbox: also receivers on this machine, over http. */
    allowLoopback: boolean;
  };
  meters: Pick<Meters, "webhook">;
}
