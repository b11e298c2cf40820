import { cursorAfter } from "../paging";
import type { Delivery, Endpoint, EndpointWithSecret } from "../webhooks";
import { eventExamples } from "./events";
import { EXAMPLE, type Place } from "./place";

const SECRET = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazfgh1Y0Kx8=";
const URL = "https://college.example/webhooks/provider-checkout";
const WITH_ID = { event_id: EXAMPLE.eventId };
const SINCE = { since: "2026-11-20T00:00:00Z", until: "2026-11-21T00:00:00Z" };

export const WEBHOOK_REQUESTS = {
  createWebhookEndpoint: {
    everyTypeOfEvent: ["Every type of event", { url: URL, description: "Enrolment system" }],
    twoTypes: ["Two types", { url: URL, event_types: ["card_payment.succeeded", "payment_plan.signed"] }],
  },
  updateWebhookEndpoint: {
    enableEndpoint: ["Start it again", { enabled: true }],
    moveEndpoint: ["Another address", { url: "https://college.example/hooks" }],
  },
  rotateWebhookSecret: { overlapOfTwoDays: ["Both secrets sign for two days", { overlap_hours: 48 }] },
  testWebhookEndpoint: { testOfOneType: ["A test of one type", { event_type: "payment_plan.signed" }] },
  sendEventInSandbox: {
    toEveryEndpoint: ["A test to every endpoint that takes it", { type: "card_payment.failed" }],
  },
  replayWebhookEvents: { oneEvent: ["One event", WITH_ID], eventsOfADay: ["The events of a day", SINCE] },
} as const;

const ENDPOINT: Endpoint = {
  endpoint_id: EXAMPLE.endpointId,
  url: URL,
  description: "Enrolment system",
  event_types: [],
  status: "enabled",
  disabled_reason: null,
  failing_since: null,
  secret_rotating_until: null,
  created_at: EXAMPLE.createdAt,
};
const GONE: Endpoint = { ...ENDPOINT, status: "disabled", disabled_reason: "gone" };
const WITH_SECRET: EndpointWithSecret = { ...ENDPOINT, secret: SECRET };

const SENT: Delivery = {
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
const PENDING: Delivery = {
  ...SENT,
  kind: "test",
  event_type: "payment_plan.signed",
  status: "pending",
  next_attempt_at: EXAMPLE.createdAt,
  finished_at: null,
  attempts: [],
};

export function webhookResponses(place: Place) {
  const event = eventExamples(place)["checkout.created"];
  return {
    "listEvents 200": {
      eventPage: ["A page with more behind it", { data: [event], next_cursor: cursorAfter(event.id) }],
      last: ["Nothing found", { data: [], next_cursor: null }],
    },
    "getEvent 200": { oneEvent: ["A checkout was created", event] },
    "listWebhookEndpoints 200": { endpoints: ["One endpoint, which answered 410", { data: [GONE] }] },
    "createWebhookEndpoint 201": { endpointWithSecret: ["The endpoint with its secret", WITH_SECRET] },
    "getWebhookEndpoint 200": {
      enabledEndpoint: ["It gets every event", ENDPOINT],
      goneEndpoint: ["It answered 410", GONE],
    },
    "updateWebhookEndpoint 200": { endpointAgain: ["It gets events again", ENDPOINT] },
    "rotateWebhookSecret 200": {
      rotatedSecret: [
        "Both secrets sign for a day",
        { ...WITH_SECRET, secret_rotating_until: "2026-11-22T02:24:00.000Z" },
      ],
    },
    "testWebhookEndpoint 202": { pendingTest: ["The test is under way", PENDING] },
    "replayWebhookEvents 202": { replayScheduled: ["Twelve events are under way", { scheduled: 12 }] },
    "sendEventInSandbox 202": { testsScheduled: ["Two endpoints get it", { scheduled: 2 }] },
    "listWebhookDeliveries 200": {
      deliveryPage: ["A delivery that was taken at once", { data: [SENT], next_cursor: null }],
    },
  } as const;
}
