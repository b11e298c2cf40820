import type { z } from "zod";
import type { sandboxCharges } from "../deployment";
import type { reset, sandboxRequests } from "../sandbox";
import { EXAMPLE } from "./values";

export const RESET_EXAMPLE: z.input<typeof reset> = {
  provider_code: EXAMPLE.providerCode,
  deleted: {
    checkouts: 2,
    charge_attempts: 1,
    opportunities: 2,
    bank_authorities: 1,
    agreements: 1,
    events: 5,
    idempotency_keys: 2,
    emails: 2,
    enrolments: 0,
    link_requests: 0,
    contacts: 1,
    webhook_deliveries: 5,
    webhook_attempts: 5,
    requests: 12,
    sandbox_charges: 1,
  },
  charges_under_way: 0,
};

export const REQUESTS_EXAMPLE: z.input<typeof sandboxRequests> = {
  data: [
    {
      request_id: EXAMPLE.requestId,
      at: EXAMPLE.createdAt,
      method: "POST",
      route: "/v1/provider-checkouts/{checkoutId}/confirm",
      status: 409,
      code: "dda_not_authorised",
      duration_ms: 12,
    },
  ],
};

const charge = (status: "declined" | "succeeded", created_at: string) => ({
  provider_order_id: EXAMPLE.orderId,
  amount: 1500,
  status,
  created_at,
});

export const CHARGES_EXAMPLE: z.input<typeof sandboxCharges> = {
  data: [charge("declined", EXAMPLE.createdAt), charge("succeeded", "2026-11-21T02:24:41.000Z")],
};
