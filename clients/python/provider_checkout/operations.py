# Made from openapi.json by `npm run openapi`: do not change it by hand.
"""A method for each operation of the API."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from . import types
from .resource import Resource, path_of


class Service(Resource):
    def environment(self) -> types.Environment:
        """What this deployment is, and the publishable key for the capture script. The API key is optional."""
        return self._ask("GET", "/v1/environment")

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI 3.1 document, made from the schemas that validate requests."""
        return self._ask("GET", "/openapi.json")


class Checkouts(Resource):
    def create(self, body: types.CreateCheckoutRequest, *, idempotency_key: str | None = None) -> types.CreatedCheckout:
        """Starts an enrolment. With `upfront_payment` the card is charged the full course fee at once; with `interest_free_payment_plan` the answer carries the address of the hosted page on which the student authorises the direct debit."""
        return self._ask("POST", "/v1/provider-checkouts", body=body, headers={"Idempotency-Key": idempotency_key})

    def list(self, *, provider_order_id: str | None = None, checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"] | None = None, email: str | None = None, opportunity_stage: Literal["Checkout Started", "Direct Debit Authorised", "Payment Plan Signed", "Payment Processing", "Paid Upfront", "Closed Lost"] | None = None, created_after: types.GivenTime | None = None, created_before: types.GivenTime | None = None, updated_since: types.GivenTime | None = None, metadata: Mapping[str, str] | None = None, limit: int | None = None) -> Iterator[types.CheckoutWithoutActions]:
        """The provider's checkouts, newest first, a page at a time. With several filters all must hold; keep them the same from page to page."""
        return self._pages("/v1/provider-checkouts", query={"provider_order_id": provider_order_id, "checkout_status": checkout_status, "email": email, "opportunity_stage": opportunity_stage, "created_after": created_after, "created_before": created_before, "updated_since": updated_since, "metadata": metadata, "limit": limit})

    def quote(self, body: types.QuoteRequest) -> types.Quote:
        """What a payment plan of these terms would be if it was created now: its amounts, and each debit with its dates. Nothing is recorded. `pricing` and `plan` of the answer are what create takes, but for `schedule`, and what create would refuse of them is refused here."""
        return self._ask("POST", "/v1/quotes", body=body)

    def retrieve(self, checkout_id: str) -> types.CheckoutStatus:
        """The checkout as it stands, with the timeline of what happened when and by whom. The hosted page's address is shown to keys with `checkouts:write` only."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}", checkout_id=checkout_id))

    def confirm(self, checkout_id: str, body: types.ConfirmCheckoutRequest) -> types.Checkout:
        """Records the student's declarations and signs the plan. The PDF of the Payment Plan Agreement follows: `agreement.status` says whether it is `ready`. Not used for Pay Now."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/confirm", checkout_id=checkout_id), body=body)

    def agreement(self, checkout_id: str) -> bytes:
        """The Payment Plan Agreement as PDF, the same bytes every time."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/agreement", checkout_id=checkout_id))

    def cancel(self, checkout_id: str) -> types.Checkout:
        """Ends a plan that is not confirmed yet and frees its order. Again, the same answer."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/cancel", checkout_id=checkout_id))

    def issue_token(self, checkout_id: str) -> types.IssuedCheckoutToken:
        """For a caller who lost create's answer. The old token stops working."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/checkout-token", checkout_id=checkout_id))


class Events(Resource):
    def list(self, *, type: Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"] | None = None, checkout_id: str | None = None, limit: int | None = None) -> Iterator[types.Event]:
        """The provider's events of the last 90 days, newest first, a page at a time: what a receiver missed is here."""
        return self._pages("/v1/events", query={"type": type, "checkout_id": checkout_id, "limit": limit})

    def retrieve(self, event_id: str) -> types.Event:
        """One event of the last 90 days, as it is sent to endpoints."""
        return self._ask("GET", path_of("/v1/events/{event_id}", event_id=event_id))


class WebhookEndpoints(Resource):
    def list(self) -> types.WebhookEndpointList:
        """The provider's endpoints, the oldest first, with why a disabled one is so."""
        return self._ask("GET", "/v1/webhook-endpoints")

    def create(self, body: types.NewWebhookEndpoint) -> types.WebhookEndpointWithSecret:
        """Registers an address for events from now on; a provider has at most 20. The answer shows the signing secret, once."""
        return self._ask("POST", "/v1/webhook-endpoints", body=body)

    def retrieve(self, endpoint_id: str) -> types.WebhookEndpoint:
        """The endpoint as it stands. Its secret is not shown again: rotate it where it was lost."""
        return self._ask("GET", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def update(self, endpoint_id: str, body: types.WebhookEndpointChanges) -> types.WebhookEndpoint:
        """What is left out stays. Disabling cancels what is pending; enabling begins with the events from then on, and a replay brings those between."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id), body=body)

    def delete(self, endpoint_id: str) -> None:
        """Nothing is sent any more, and what is pending is cancelled."""
        self._ask("DELETE", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def rotate_secret(self, endpoint_id: str, body: types.RotateWebhookSecret | None = None) -> types.WebhookEndpointWithSecret:
        """Makes a new secret and shows it, once. For `overlap_hours` everything is signed with both; one that was rotated out before ends at once."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/rotate-secret", endpoint_id=endpoint_id), body=body)

    def test(self, endpoint_id: str, body: types.TestWebhookEndpoint | None = None) -> types.WebhookDelivery:
        """An event of a sample checkout, whose order begins with `TEST-`; signed and retried as any other. It is in no list of events."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/test", endpoint_id=endpoint_id), body=body)

    def replay(self, endpoint_id: str, body: types.ReplayEvents) -> types.ReplayScheduled:
        """One event by its id, or those of a span of time that the endpoint takes, oldest first, with the `webhook-id` that they had. A call schedules about 10,000 events; `next_since` says where to go on if there are more."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/replay", endpoint_id=endpoint_id), body=body)


class Deliveries(Resource):
    def list(self, endpoint_id: str, *, status: Literal["pending", "delivered", "failed", "cancelled"] | None = None, event_id: str | None = None, limit: int | None = None) -> Iterator[types.WebhookDelivery]:
        """What was sent to the endpoint and what is to be sent, newest first, with every attempt: request, answer, duration."""
        return self._pages(path_of("/v1/webhook-endpoints/{endpoint_id}/deliveries", endpoint_id=endpoint_id), query={"status": status, "event_id": event_id, "limit": limit})


class Sandbox(Resource):
    def authorise_direct_debit(self, checkout_id: str, body: types.AuthoriseDirectDebitRequest | None = None) -> types.Checkout:
        """Signs the bank authority with one of the documented test accounts. Again, the same answer."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/authorise-direct-debit", checkout_id=checkout_id), body=body)

    def expire(self, checkout_id: str) -> types.Checkout:
        """Lets the time of a plan that is not confirmed run out at once. Again, the same answer."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/expire", checkout_id=checkout_id))

    def resolve_charge(self, checkout_id: str, body: types.ResolveChargeRequest) -> types.Checkout:
        """Ends the wait for a charge whose outcome is not known: `paid`, or `never_made`, which takes the charge back and frees the order."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/resolve-charge", checkout_id=checkout_id), body=body)

    def send_event(self, body: types.SandboxEventRequest) -> types.TestsScheduled:
        """An event of a sample checkout, whose order begins with `TEST-`, to one endpoint or to all that take the type; signed and retried as any other."""
        return self._ask("POST", "/v1/sandbox/events", body=body)

    def reset(self) -> types.Reset:
        """Deletes the provider's checkouts with all that belongs to them, the portal's enrolments, contacts, deliveries, the gateway's charges and the request log. The provider, its courses, API keys and webhook endpoints stay. Again, there is nothing left to delete; where it was cut off, or answered with a 503, a part may be gone, and the next reset deletes the rest. It ends no request that is under way: a checkout whose charge is being made stays."""
        return self._ask("POST", "/v1/sandbox/reset")

    def requests(self) -> types.SandboxRequests:
        """The newest 20 requests of the API key that asks, this operation's own left out, and what the command line reads: method, address and outcome, never a body or a query. A request is there as a rule within two seconds."""
        return self._ask("GET", "/v1/sandbox/requests")

    def charges(self, *, provider_order_id: str | None = None) -> types.SandboxCharges:
        """The gateway's own record of what it charged, so that anyone can count."""
        return self._ask("GET", "/v1/sandbox/charges", query={"provider_order_id": provider_order_id})
