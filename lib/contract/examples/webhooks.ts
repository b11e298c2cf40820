import type { Delivery, Endpoint, EndpointWithSecret } from "../webhooks";
import { EXAMPLE } from "./values";

const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh1Y0Kx8=";
export const RECEIVER = "https://college.example/webhooks/provider-checkout";
export const ENDPOINT: Endpoint = {
  endpoint_id: EXAMPLE.endpointId,
  url: RECEIVER,
  description: "Enrolment system",
  event_types: [],
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  secret_rotating_until: null,
  created_at: EXAMPLE.createdAt,
};
export const GONE: Endpoint = { ...ENDPOINT, status: "disabled", disabled_reason: "gone" };
export const WITH_SECRET: EndpointWithSecret = { ...ENDPOINT, secret: SECRET };

export const SENT: Delivery = {
  delivery_id: EXAMPLE.deliveryId,
  event_id: EXAMPLE.eventId,
  event_type: "checkout.created",
  kind: "event",
  status: "delivered",
  next_attempt_at: null,
  created_at: EXAMPLE.createdAt,
  finished_at: "2026-11-21T02:24:01.120Z",
  attempts: [
    {
      number: 1,
      started_at: "2026-11-21T02:24:00.900Z",
      duration_ms: 218,
      request_headers: [
        { name: "content-type", value: "application/json" },
        { name: "webhook-id", value: EXAMPLE.eventId },
        { name: "webhook-timestamp", value: "1795227840" },
        { name: "webhook-signature", value: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=" },
      ],
      response_status: 204,
      response_body: "",
      fault: null,
    },
  ],
};
export const PENDING: Delivery = {
  ...SENT,
  kind: "test",
  event_type: "payment_plan.signed",
  status: "pending",
  next_attempt_at: EXAMPLE.createdAt,
  finished_at: null,
  attempts: [],
};
