"""A client of the Provider Checkout API, for Python 3.9 and newer on the standard library alone.

Copy this file next to your program. The guide "Python client" of a running service, `/docs/python-client`, shows both
flows, retries, waiting, webhooks and lists.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import math
import random
import re
import secrets as random_secrets
import ssl
import string
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import lru_cache
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from typing import Any, Literal, Protocol
from urllib.parse import quote, urlencode, urlsplit

__all__ = [
    "Answer",
    "InvalidArgumentError",
    "NoAnswerError",
    "ProblemError",
    "ProviderCheckout",
    "ProviderCheckoutError",
    "Request",
    "Response",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "test_token",
    "to_json",
    "unwrap_webhook",
]

# Errors

class ProviderCheckoutError(Exception):
    """Every exception of this file is one."""


class InvalidArgumentError(ProviderCheckoutError, ValueError):
    """What the caller gave cannot be used, so nothing was sent."""

    def __init__(self, argument: str, fault: str) -> None:
        super().__init__(f"{argument} {fault}")
        self.argument = argument
        """Its name."""


_MAX_FIELDS = 5


class ProblemError(ProviderCheckoutError):
    """The service refused. Decide by `code`."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None) -> None:
        self.problem = problem
        """The whole document, with the fields of its code."""
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        """The response's HTTP status."""
        self.request_id: str = problem["request_id"]
        """Quote it when you ask about the request."""
        self.retryable: bool = problem["retryable"]
        """Whether the same request may succeed later."""
        self.user_message: str = problem["user_message"]
        """Safe to show a student."""
        self.field_errors: list[dict[str, Any]] = problem.get("errors", [])
        """With `validation_failed`: every field to correct; else empty."""
        self.retry_after = retry_after
        """Seconds that have to pass before the next attempt; None where the service named none."""
        named = ", ".join(f"{one.get('pointer')} {one.get('code')}" for one in self.field_errors[:_MAX_FIELDS])
        fields = f" ({named})" if named else ""
        super().__init__(f"{self.code}: {problem.get('detail')}{fields} {self.request_id}")


class NoAnswerError(ProviderCheckoutError):
    """No response of the service came, or another's in its place, such as a proxy's.

    What was asked may have been done.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        """Of the response that was not the service's; None where none came."""


class WaitTimeoutError(ProviderCheckoutError):
    """The time was over before the outcome was known. It is no failure: the card may have been charged."""

    def __init__(self, message: str, checkout: dict[str, Any] | None) -> None:
        super().__init__(message)
        self.checkout = checkout
        """As it was last seen; None where no response came at all."""


# JSON with exact amounts

_AMOUNTS = frozenset([
    "amount",
    "amount_charged",
    "amount_to_charge_now",
    "amount_to_finance",
    "balance_after",
    "course_price",
    "fee",
    "financed",
    "gross",
    "instalment_amount",
    "last_instalment_amount",
    "net",
    "outstanding",
    "paid",
    "refunded",
    "upfront_payment",
])
"""The fields that are amounts, in dollars."""


def to_json(value: Any) -> str:
    """The JSON of a body or a response. A Decimal becomes a number, exact to 15 digits; a date, and a datetime with a
    time zone, the text that the service takes.

    Raises InvalidArgumentError for a number that JSON has not and for a datetime without a time zone, TypeError for
    what is no JSON at all.
    """
    try:
        return json.dumps(value, default=_plain, allow_nan=False, separators=(",", ":"))
    except InvalidArgumentError:
        raise
    except ValueError as error:
        raise InvalidArgumentError("body", f"is not valid JSON: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, Decimal) and value.is_finite():
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, Decimal):
        raise InvalidArgumentError("body", f"contains {value}, which JSON does not allow")
    if isinstance(value, date):
        return _date_text(value, "body")
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} has no JSON")


def _date_text(value: date, name: str) -> str:
    """`2027-02-06` of a date, `2026-11-21T02:24:00Z` of a datetime in any zone."""
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.utcoffset() is None:
        raise InvalidArgumentError(name, "has a datetime without a time zone. Add one")
    return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def from_json(text: str | bytes) -> Any:
    """What the service wrote. Amounts are Decimals, with cents or without.

    Raises ValueError where it is no JSON.
    """
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_object)
    except (RecursionError, ArithmeticError) as error:
        raise ValueError("It is nested too deep, or holds a number beyond all bounds") from error


def _object(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {name: Decimal(one) if name in _AMOUNTS and isinstance(one, int) else one for name, one in pairs}


# One request and its response

class Headers(Protocol):
    """A mapping, or what a framework calls headers."""

    def items(self) -> Iterable[tuple[str, Any]]: ...


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    """With the API key: a log of requests shows none of them."""
    body: bytes | None = field(repr=False)


class Response:
    def __init__(self, status: int, headers: Headers, body: bytes) -> None:
        self.status = status
        self.headers = Message()
        """Their names in any letters."""
        for name, value in headers.items():
            self.headers[name] = value
        self.body = body


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    """Their names in any letters: `answer.headers["ETag"]`."""
    data: Any
    """A dict, the bytes of a PDF, or None where there is no body."""


Send = Callable[[Request, float], Response]
"""Sends a request once. No read takes longer than the given seconds. Raises OSError or http.client.HTTPException
without a response."""

_trusted = lru_cache(maxsize=1)(ssl.create_default_context)


def _send(request: Request, timeout: float) -> Response:
    """Trusts the system's certificates. Redirects are not followed: the key goes nowhere else."""
    address = urlsplit(request.url)
    if address.scheme == "https":
        connection: HTTPConnection = HTTPSConnection(address.netloc, timeout=timeout, context=_trusted())
    else:
        connection = HTTPConnection(address.netloc, timeout=timeout)
    try:
        target = address.path + ("?" + address.query if address.query else "")
        connection.request(request.method, target, request.body, {**request.headers, "Connection": "close"})
        received = connection.getresponse()
        return Response(received.status, received.headers, received.read())
    finally:
        connection.close()


def _retry_after_of(headers: Message) -> float | None:
    """Seconds; None where the header is missing or cannot be read."""
    text = headers.get("Retry-After", "")
    if text.isdecimal():
        return float(text)
    try:
        until = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())


_TYPES = [("code", str), ("request_id", str), ("status", int), ("retryable", bool), ("user_message", str)]


def _problem_of(response: Response) -> dict[str, Any] | None:
    """None where it is no problem document of the service."""
    if response.headers.get_content_type() != "application/problem+json":
        return None
    try:
        problem = from_json(response.body)
    except ValueError:
        return None
    is_whole = isinstance(problem, dict) and all(isinstance(problem.get(name), kind) for name, kind in _TYPES)
    fields = problem.get("errors", []) if is_whole else None
    return problem if isinstance(fields, list) and all(isinstance(one, dict) for one in fields) else None


def _answer_of(method: str, response: Response) -> Answer:
    """Raises ProblemError where the service refused, NoAnswerError where somebody else responded."""
    status, headers, body = response.status, response.headers, response.body
    problem = _problem_of(response) if status >= 400 else None
    if problem is not None:
        raise ProblemError(problem, _retry_after_of(headers))
    is_empty = method == "HEAD" or (method, status) in (("DELETE", 204), ("GET", 304))
    if is_empty and status < 400 and not body:
        return Answer(status, headers, None)
    if status < 300 and body and headers.get_content_type() == "application/pdf":
        return Answer(status, headers, body)
    if status < 300 and headers.get_content_type() == "application/json":
        try:
            data = from_json(body)
        except ValueError:
            data = None
        # Every body of the service is an object.
        if isinstance(data, dict):
            return Answer(status, headers, data)
    raise NoAnswerError(f"The response {status} is not from Provider Checkout", status)


# Test cards

def test_token(card: str) -> str:
    """A new token of a test card such as `visa` or `declined_insufficient_funds`, for the sandbox and for one checkout."""
    return f"tok_test_{card}_{_letters(22)}"


# By its name pytest would run it as a test of whoever imports it.
setattr(test_token, "__test__", False)  # noqa: B010


def _letters(count: int) -> str:
    """Letters only: digits in a row may look like a card number, which the service refuses."""
    return "".join(random_secrets.choice(string.ascii_lowercase) for _ in range(count))


# Requests and retries

# The service says so before it has done anything.
_NOTHING_WAS_DONE = ["rate_limited", "request_timeout"]
# What was asked for is being made: only the time limits how often to ask.
_UNDER_WAY = ["idempotency_in_progress", "agreement_being_made"]
# A database that went away in the midst of the work: nobody knows what it had done.
_MAY_BE_DONE = ["internal_error", "service_unavailable"]
_FIRST_PAUSE = 0.5
_KEY = "Idempotency-Key"


@dataclass(frozen=True)
class _Requests:
    """The API at one address, with one key.

    It sends again what failed for a reason that passes, where a repetition can do no harm. A lost response or a fault of
    the service: only reads and POSTs, by their key or by themselves. A refusal before anything was done: everything.
    `Retry-After` is the least wait, and up to half of it comes on top. The last response is the result.
    """

    base_url: str
    api_key: str | None = field(repr=False)
    max_retries: int
    max_retry_time: float
    timeout: float
    send: Send

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str | None] | None = None,
        limit: float | None = None,
    ) -> Answer:
        """`limit`: seconds after which no attempt begins."""
        sent = {"User-Agent": "provider-checkout-python"}
        sent.update({name: _header(name, one) for name, one in (headers or {}).items() if one is not None})
        if self.api_key is not None:
            sent["Authorization"] = f"Bearer {self.api_key}"
        content = None if body is None else to_json(body).encode()
        if content is not None:
            sent["Content-Type"] = "application/json"
        # Only a key makes the repetition of these harmless.
        needs_key = method == "POST" and not any(one.search(path) for one in _REPEATABLE)
        if needs_key and self.max_retries > 0 and not any(name.lower() == _KEY.lower() for name in sent):
            sent[_KEY] = f"client-{_letters(32)}"
        pairs = _pairs(query or {})
        url = self.base_url + path + ("?" + urlencode(pairs) if pairs else "")
        return _answer_of(method, self._last_response(Request(method, url, sent, content), limit))

    def _last_response(self, request: Request, limit: float | None) -> Response:
        begun = time.monotonic()
        most = self.max_retry_time if limit is None else min(self.max_retry_time, limit)
        is_repeatable = request.method in ("GET", "HEAD", "POST")
        retries = 0
        while True:
            left = self.timeout if limit is None else begun + limit - time.monotonic()
            outcome = self._attempt(request, max(0.001, min(self.timeout, left)))
            problem = _problem_of(outcome) if isinstance(outcome, Response) else None
            code = None if problem is None else problem["code"]
            is_under_way = self.max_retries > 0 and code in _UNDER_WAY
            if is_under_way or (retries < self.max_retries and _is_passing(outcome, code, is_repeatable)):
                named = _retry_after_of(outcome.headers) if isinstance(outcome, Response) else None
                pause = (_FIRST_PAUSE * 2**retries if named is None else named) * (1 + random.random() / 2)
                pause = max(pause, _FIRST_PAUSE if is_under_way else 0)
                if time.monotonic() + pause <= begun + most:
                    time.sleep(pause)
                    retries += 0 if is_under_way else 1
                    continue
            if isinstance(outcome, NoAnswerError):
                raise outcome
            return outcome

    def _attempt(self, request: Request, timeout: float) -> Response | NoAnswerError:
        try:
            return self.send(request, timeout)
        except (OSError, HTTPException) as error:
            fault = NoAnswerError(f"No answer from {self.base_url}: {str(error) or type(error).__name__}")
            fault.__cause__ = error
            return fault


def _is_passing(outcome: Response | NoAnswerError, code: str | None, is_repeatable: bool) -> bool:
    if isinstance(outcome, NoAnswerError):
        return is_repeatable
    if code is not None:
        return code in _NOTHING_WAS_DONE or (is_repeatable and code in _MAY_BE_DONE)
    # Not the service's response: nobody knows what was done.
    return is_repeatable and (outcome.status == 429 or outcome.status >= 500)


def _header(name: str, value: str) -> str:
    # Python's own refusal would show the value, and a header may be a secret.
    if not isinstance(value, str) or re.search(r"[^\t\x20-\x7e\x80-\xff]", value):
        raise InvalidArgumentError(name, "must be a str with only the characters that a header allows")
    return value


def _pairs(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    """A mapping, such as `metadata`, becomes a pair for each of its keys."""
    flat: dict[str, Any] = {}
    for name, one in query.items():
        flat.update({f"{name}[{key}]": value for key, value in one.items()} if isinstance(one, Mapping) else {name: one})
    texts = {name: _date_text(one, name) if isinstance(one, date) else one for name, one in flat.items()}
    return [(name, str(one)) for name, one in texts.items() if one is not None]


def path_of(template: str, **ids: str) -> str:
    for name, one in ids.items():
        if not isinstance(one, str) or one == "":
            raise InvalidArgumentError(name, f"is not an id: {one!r}")
    return template.format(**{name: quote(one, safe="") for name, one in ids.items()})


# Operations

class Resource:
    def __init__(self, requests: _Requests) -> None:
        self._requests = requests

    def _ask(self, method: str, path: str, **given: Any) -> Any:
        return self._requests.ask(method, path, **given).data

    def _pages(self, path: str, query: Mapping[str, Any]) -> Iterator[Any]:
        """Every entry of a list. A page is asked for when the one before has been gone through."""
        cursor: str | None = None
        while True:
            page = self._ask("GET", path, query={**query, "cursor": cursor})
            yield from page["data"]
            cursor = page["next_cursor"]
            if cursor is None:
                return


class _Outcomes(Resource):
    def wait_for_outcome(
        self,
        checkout_id: str,
        *,
        timeout: float = 120,
        interval: float = 5,
        student_is_acting: bool = False,
    ) -> dict[str, Any]:
        """The checkout as soon as `next_action` is something else than waiting.

        That is `none` (its status is final), `confirm`, or the student's turn: `authorise_direct_debit`, or `wait`
        with a `url`. With `student_is_acting` the student's turn is waited for too. `timeout` and `interval`, between
        two questions, are seconds. What passes, such as a lost connection, ends no wait.

        Raises WaitTimeoutError with the checkout as it was last seen, ProblemError for a refusal that does not pass.
        """
        until = time.monotonic() + timeout
        path = path_of("/v1/provider-checkouts/{checkout_id}", checkout_id=checkout_id)
        last: dict[str, Any] | None = None
        etag: str | None = None
        while (left := until - time.monotonic()) > 0:
            pause = interval
            try:
                answer = self._requests.ask("GET", path, headers={"If-None-Match": etag}, limit=left)
                if answer.status != 304:
                    last, etag = answer.data, answer.headers["ETag"]
                if last is not None and not _is_waiting(last, student_is_acting):
                    return last
            except NoAnswerError:
                pass
            except ProblemError as problem:
                if not problem.retryable:
                    raise
                pause = max(pause, problem.retry_after or 0)
            time.sleep(max(0, min(pause * (1 + random.random() / 5), until - time.monotonic())))
        status = "unknown" if last is None else last["checkout_status"]
        raise WaitTimeoutError(f"The checkout is {status} after {timeout} seconds", last)


def _is_waiting(checkout: dict[str, Any], student_is_acting: bool) -> bool:
    action = checkout["next_action"]
    if action["type"] == "authorise_direct_debit":
        return student_is_acting
    # An address is where the student answers the bank; None stands for one that this key may not read.
    return action["type"] == "wait" and ("url" not in action or student_is_acting)


# What follows is made by `npm run generate` from the API's operations.

# POSTs whose repetition has the same effect and the same answer without an Idempotency-Key.
_REPEATABLE = [
    re.compile(r"/v1/quotes$"),
    re.compile(r"/v1/provider-checkouts/[^/]+/confirm$"),
    re.compile(r"/v1/provider-checkouts/[^/]+/cancel$"),
    re.compile(r"/api/provider-checkout-confirm$"),
    re.compile(r"/v1/webhook-endpoints/[^/]+$"),
    re.compile(r"/v1/sandbox/provider-checkouts/[^/]+/authorise-direct-debit$"),
    re.compile(r"/v1/sandbox/provider-checkouts/[^/]+/expire$"),
]


class _Service(Resource):
    def __init__(self, requests: Requests) -> None:
        super().__init__(requests)
        self.checkouts = Checkouts(requests)
        self.plans = Plans(requests)
        self.refunds = Refunds(requests)
        self.settlements = Settlements(requests)
        self.events = Events(requests)
        self.webhook_endpoints = WebhookEndpoints(requests)
        self.deliveries = Deliveries(requests)
        self.sandbox = Sandbox(requests)

    def environment(self) -> dict[str, Any]:
        """Returns the environment, and what the capture script needs to collect a card."""
        return self._ask("GET", "/v1/environment")

    def openapi(self) -> dict[str, Any]:
        """Returns the OpenAPI 3.1 document."""
        return self._ask("GET", "/openapi.json")


class Checkouts(_Outcomes):
    def create(self, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Starts an enrolment."""
        return self._ask("POST", "/v1/provider-checkouts", body=body, headers={"Idempotency-Key": idempotency_key})

    def quote(self, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Calculates the payment plan that create would make now: its amounts, and every debit with its dates."""
        return self._ask("POST", "/v1/quotes", body=body, headers={"Idempotency-Key": idempotency_key})

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists your checkouts, newest first, one page at a time."""
        return self._pages("/v1/provider-checkouts", query=filters)

    def retrieve(self, checkout_id: str) -> dict[str, Any]:
        """Returns the current checkout, with a timeline of its events."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}", checkout_id=checkout_id))

    def confirm(self, checkout_id: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Records the student's declarations and signs the plan."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/confirm", checkout_id=checkout_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def agreement(self, checkout_id: str) -> bytes:
        """Returns the Payment Plan Agreement as a PDF."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/agreement", checkout_id=checkout_id))

    def cancel(self, checkout_id: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Cancels a plan that is not confirmed yet and frees its order."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/cancel", checkout_id=checkout_id), headers={"Idempotency-Key": idempotency_key})

    def issue_token(self, checkout_id: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Issues a new token if you lost create's response."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/checkout-token", checkout_id=checkout_id), headers={"Idempotency-Key": idempotency_key})


class Plans(Resource):
    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists the signed plans that the service collects, newest first, one page at a time."""
        return self._pages("/v1/payment-plans", query=filters)

    def retrieve(self, checkout_id: str) -> dict[str, Any]:
        """Returns a signed plan that the service collects, with all payments and their debits."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/payment-plan", checkout_id=checkout_id))

    def change(self, checkout_id: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Pauses, resumes or ends a plan, moves a payment, debits a failed one again, or records one that was paid to you another way, or asks for another bank account."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/payment-plan/changes", checkout_id=checkout_id), body=body, headers={"Idempotency-Key": idempotency_key})


class Refunds(Resource):
    def create(self, checkout_id: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Refunds a card payment to the card that paid, or a debit of a payment plan to the bank account, in full or in part."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/refunds", checkout_id=checkout_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def list(self, checkout_id: str) -> dict[str, Any]:
        """Lists all refunds of a checkout, oldest first."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/refunds", checkout_id=checkout_id))

    def retrieve(self, checkout_id: str, refund_id: str) -> dict[str, Any]:
        """Returns one refund with its current status."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/refunds/{refund_id}", checkout_id=checkout_id, refund_id=refund_id))


class Settlements(Resource):
    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists your processor's payouts as they were read, newest first, one page at a time."""
        return self._pages("/v1/settlements", query=filters)

    def retrieve(self, settlement_id: str) -> dict[str, Any]:
        """Returns a payout of your processor with all its lines, and which of your payments and refunds each line is about."""
        return self._ask("GET", path_of("/v1/settlements/{settlement_id}", settlement_id=settlement_id))


class Events(Resource):
    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists your events of the last 90 days, newest first, one page at a time."""
        return self._pages("/v1/events", query=filters)

    def retrieve(self, event_id: str) -> dict[str, Any]:
        """Returns one event of the last 90 days, exactly as your endpoints receive it."""
        return self._ask("GET", path_of("/v1/events/{event_id}", event_id=event_id))


class WebhookEndpoints(Resource):
    def list(self) -> dict[str, Any]:
        """Lists your webhook endpoints, oldest first, and why each disabled one is disabled."""
        return self._ask("GET", "/v1/webhook-endpoints")

    def create(self, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Creates an endpoint that receives all events from now on."""
        return self._ask("POST", "/v1/webhook-endpoints", body=body, headers={"Idempotency-Key": idempotency_key})

    def retrieve(self, endpoint_id: str) -> dict[str, Any]:
        """Returns the endpoint without its secret."""
        return self._ask("GET", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def update(self, endpoint_id: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Changes the fields that you send."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def delete(self, endpoint_id: str) -> None:
        """Deletes the endpoint and cancels its pending deliveries."""
        self._ask("DELETE", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def rotate_secret(self, endpoint_id: str, body: Mapping[str, Any] | None = None, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Makes a new secret and shows it once."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/rotate-secret", endpoint_id=endpoint_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def test(self, endpoint_id: str, body: Mapping[str, Any] | None = None, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Sends an event with sample data."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/test", endpoint_id=endpoint_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def replay(self, endpoint_id: str, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Sends one event again, or all events of a period that the endpoint receives, oldest first."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/replay", endpoint_id=endpoint_id), body=body, headers={"Idempotency-Key": idempotency_key})


class Deliveries(Resource):
    def list(self, endpoint_id: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists what was and will be sent to the endpoint, newest first, with every attempt: request, response and duration."""
        return self._pages(path_of("/v1/webhook-endpoints/{endpoint_id}/deliveries", endpoint_id=endpoint_id), query=filters)


class Sandbox(Resource):
    def authorise_direct_debit(self, checkout_id: str, body: Mapping[str, Any] | None = None, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Authorises the direct debit with a documented test account, also another account that you have asked for."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/authorise-direct-debit", checkout_id=checkout_id), body=body, headers={"Idempotency-Key": idempotency_key})

    def expire(self, checkout_id: str, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Expires a plan that is not confirmed yet."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/expire", checkout_id=checkout_id), headers={"Idempotency-Key": idempotency_key})

    def reset(self, *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Deletes your checkouts and everything that belongs to them, the portal's enrolments, contacts, deliveries and the gateway's charges."""
        return self._ask("POST", "/v1/sandbox/reset", headers={"Idempotency-Key": idempotency_key})

    def charges(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """Lists the charges in the sandbox gateway's own records, newest first, so that you can count them."""
        return self._pages("/v1/sandbox/charges", query=filters)

    def advance_clock(self, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Moves the clock by which your payment plans are collected, a day at a time, and makes the debits of each day."""
        return self._ask("POST", "/v1/sandbox/clock", body=body, headers={"Idempotency-Key": idempotency_key})

# Here ends what is generated.


# The client

class ProviderCheckout(_Service):
    """A client of the API at one deployment.

    It keeps no connection: threads may share it. Its methods raise ProblemError where the service refused, and
    NoAnswerError where no response of the service came.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        max_retries: int = 4,
        max_retry_time: float = 60,
        timeout: float = 30,
        send: Send = _send,
    ) -> None:
        """`base_url` is the deployment's address, such as `https://checkout.example.com`.

        `api_key` is `pc_test_…` or `pc_live_…`; only `environment()` works without one. `max_retries` is how often a
        request is sent again; with 0 each goes out once, as it is. `max_retry_time`: no retry begins later than so many
        seconds after the first attempt. `timeout` is seconds for the connection and for each part of the
        response. `send` stands in place of the file's
        own: to record, to go through a proxy. Retries call it once for each attempt.
        """
        _check_address(base_url)
        if api_key is not None:
            _check_key(api_key, base_url)
        super().__init__(_Requests(base_url.rstrip("/"), api_key, max_retries, max_retry_time, timeout, send))

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        """Any operation by its path, with the same retries and the same exceptions.

        With `If-None-Match` among the headers, what has not changed is status 304 and no data.
        """
        return self._requests.ask(method, path, query=query, body=body, headers=headers)


def _check_address(base_url: str) -> None:
    # Where it and the key were mistaken for each other, the key must not be shown.
    if re.search("pc_(test|live)_|@", str(base_url)):
        raise InvalidArgumentError("base_url", "must be an address, without an API key or a password")
    if not isinstance(base_url, str) or not re.match(r"https?://[^/\[\]]|https?://\[[0-9a-fA-F:.]+\]", base_url):
        raise InvalidArgumentError("base_url", f"must be an address such as https://checkout.example.com, not {base_url!r}")


def _check_key(api_key: str, base_url: str) -> None:
    """None of what it raises shows the key."""
    if not isinstance(api_key, str) or not re.fullmatch(r"(?!Bearer\b)[!-~]+", api_key, re.IGNORECASE):
        raise InvalidArgumentError("api_key", "must be the key alone: a str without Bearer and white space")
    # Over plain http others on the way can read it.
    address = urlsplit(base_url)
    if api_key.startswith("pc_live_") and address.scheme == "http" and not _is_loopback(address.hostname or ""):
        raise InvalidArgumentError("base_url", f"is http, but a live key needs https: {base_url}")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


# Webhooks

Fault = Literal["header_missing", "timestamp_out_of_tolerance", "signature_mismatch"]


class WebhookVerificationError(ProviderCheckoutError):
    """It did not come from the service, or too late: respond with a 400."""

    def __init__(self, code: Fault, message: str) -> None:
        super().__init__(message)
        self.code = code


def unwrap_webhook(
    body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    tolerance_seconds: float = 300,
) -> dict[str, Any]:
    """Verifies the signature and the age of a webhook, and reads its event.

    `body` is what came, before anything has parsed it: the signature is over its bytes. `secrets` is the `whsec_…` of
    the endpoint, or both of them, also with a space between, while a secret is being rotated. `tolerance_seconds` is how
    far `webhook-timestamp` may be from the clock.

    Raises WebhookVerificationError where the webhook must be refused, and InvalidArgumentError where no secret is
    given, one is not `whsec_…`, or the body was parsed before: these are faults of the receiver's own.
    """
    if not isinstance(body, (bytes, bytearray, str)):
        raise InvalidArgumentError("body", f"must be the raw body, bytes or str, not {type(body).__name__}")
    keys = [_key_of(secret) for secret in (secrets.split() if isinstance(secrets, str) else secrets or [])]
    if not keys:
        raise InvalidArgumentError("secrets", "is empty. Give a webhook secret")
    webhook_id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    signatures = _header_of(headers, "webhook-signature")
    try:
        age = abs(time.time() - float(timestamp))
    except ValueError:
        age = math.nan
    # Written so that what is no number is refused too.
    if not age <= tolerance_seconds:
        raise WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"webhook-timestamp {timestamp} is more than {tolerance_seconds} seconds from this clock",
        )
    content = body.encode() if isinstance(body, str) else body
    signed = f"{webhook_id}.{timestamp}.".encode() + content
    # Signatures of other schemes than `v1` do not count.
    given = [_decoded(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(hmac.compare_digest(one, expected) for one in given):
            return from_json(content)
    raise WebhookVerificationError("signature_mismatch", "No signature matches your secrets")


def _key_of(secret: str) -> bytes:
    key = _decoded(secret[6:]) if isinstance(secret, str) and secret.startswith("whsec_") else b""
    if not key:
        raise InvalidArgumentError("secrets", "must each be whsec_ followed by base64")
    return key


def _header_of(headers: Headers, name: str) -> str:
    # Of two, the receiver might take the other one, which nobody has signed.
    given = [value for one, value in headers.items() if one.lower() == name]
    if len(given) != 1 or not isinstance(given[0], str) or given[0] == "":
        raise WebhookVerificationError("header_missing", f"The header {name} is missing, or there twice")
    return given[0]


def _decoded(text: str) -> bytes:
    """Empty where it is no base64."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""
