"""A client of the Provider Checkout API, for Python 3.9 and newer on the standard library alone.

Copy this file next to your program. The guide "Python client" of a running service, `/docs/python-client`, shows both
flows, retries, waiting, webhooks and lists.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import io
import json
import math
import random
import re
import secrets as random_secrets
import socket
import ssl
import string
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timezone
from decimal import Decimal
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from ipaddress import ip_address
from typing import Any, Literal, Protocol, cast
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
    """Every exception of this package is one."""


class InvalidArgumentError(ProviderCheckoutError, ValueError):
    """What the caller gave cannot be used, so nothing was sent."""

    def __init__(self, argument: str, fault: str) -> None:
        super().__init__(f"{argument} {fault}")
        self.argument = argument
        """Its name; of a part of a body, the JSON pointer."""


_MAX_FIELDS = 5


class ProblemError(ProviderCheckoutError):
    """The service refused. Decide by `code`."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None, hint: str = "") -> None:
        """`hint` is what the client knows of the refusal's cause, for whoever reads no more than the message."""
        said = [f"{problem.get('code')}: {problem.get('detail')}", hint, _fields_of(problem), problem["request_id"]]
        super().__init__(" ".join(filter(None, said)))
        self.problem = problem
        """The whole document, with the members of its code."""
        self.code: str = problem["code"]
        self.status: int = problem["status"]
        """The answer's HTTP status."""
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


class NoAnswerError(ProviderCheckoutError):
    """No answer of the service came, or another's in its place, such as a proxy's.

    What was asked may have been done.
    """

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        """Of the answer that was not the service's; None where none came."""


class WaitTimeoutError(ProviderCheckoutError):
    """The time was over before the outcome was known. It is no failure: the card may have been charged."""

    def __init__(self, message: str, checkout: dict[str, Any] | None) -> None:
        super().__init__(message)
        self.checkout = checkout
        """As it was last seen; None where no answer came at all."""


def _fields_of(problem: dict[str, Any]) -> str:
    errors = problem.get("errors", [])
    named = ", ".join(f"{one.get('pointer')} {one.get('code')}" for one in errors[:_MAX_FIELDS])
    others = len(errors) - _MAX_FIELDS
    return f"({named}{f', … and {others} more' if others > 0 else ''})" if named else ""


def retry_after_of(headers: Message) -> float | None:
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


# JSON with exact amounts

_AMOUNTS = frozenset([
    "amount",
    "amount_charged",
    "amount_to_charge_now",
    "amount_to_finance",
    "balance_after",
    "course_price",
    "instalment_amount",
    "last_instalment_amount",
    "upfront_payment",
])
"""The fields that are amounts, in dollars."""


def to_json(value: Any) -> str:
    """The JSON of a body or an answer. A Decimal becomes the number that it is, digit by digit; a date, and a datetime
    with a time zone, the text that the service takes.

    Raises InvalidArgumentError for a number that JSON has not and for a datetime without a time zone, TypeError for
    what is no JSON at all.
    """
    return _text_of(value, "")


def _text_of(value: Any, pointer: str) -> str:
    if isinstance(value, (Decimal, float)) and not math.isfinite(value):
        raise InvalidArgumentError(pointer or "value", f"is no number in JSON: {value}")
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, date):
        return json.dumps(date_text(value, pointer or "value"))
    if isinstance(value, Mapping):
        members = (f"{json.dumps(str(name))}:{_text_of(one, f'{pointer}/{name}')}" for name, one in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(_text_of(one, f"{pointer}/{at}") for at, one in enumerate(value)) + "]"
    return json.dumps(value)


def date_text(value: date, name: str) -> str:
    """`2027-02-06` of a date, `2026-11-21T02:24:00Z` of a datetime in any zone."""
    if not isinstance(value, datetime):
        return value.isoformat()
    if value.utcoffset() is None:
        raise InvalidArgumentError(name, "is a datetime without a time zone: give it a time zone")
    return value.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")


def from_json(text: str | bytes) -> Any:
    """What the service wrote. Amounts are Decimals, whether or not they have cents.

    Raises ValueError where it is no JSON.
    """
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_members)
    except (RecursionError, ArithmeticError) as error:
        raise ValueError("It is nested too deep, or holds a number beyond all bounds") from error


def _members(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
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


Send = Callable[[Request, float], Response]
"""Sends a request once, within so many seconds. Raises OSError or http.client.HTTPException where no answer came."""

NO_ANSWER = (OSError, HTTPException)

MAX_BYTES = 32 * 1024 * 1024
"""More than any answer of the service has."""


def sender(is_https: bool) -> Send:
    """Sends with the certificates that the system trusts. Redirects are not followed: the key goes nowhere else."""
    return partial(_send, ssl.create_default_context() if is_https else None)


def _send(context: ssl.SSLContext | None, request: Request, timeout: float) -> Response:
    address = urlsplit(request.url)
    until = time.monotonic() + timeout
    connection: HTTPConnection
    if context is None:
        connection = HTTPConnection(address.netloc, timeout=timeout)
    else:
        connection = HTTPSConnection(address.netloc, timeout=timeout, context=context)
    connection.response_class = partial(_response, until)  # type: ignore[assignment]
    try:
        target = address.path + ("?" + address.query if address.query else "")
        connection.request(request.method, target, request.body, {**request.headers, "Connection": "close"})
        answer = connection.getresponse()
        with answer:
            return Response(answer.status, answer.headers, _whole_body(answer))
    finally:
        connection.close()


def _whole_body(answer: HTTPResponse) -> bytes:
    body = b""
    while part := answer.read(MAX_BYTES + 1 - len(body)):
        body += part
    if len(body) > MAX_BYTES:
        raise HTTPException(f"The answer is longer than {MAX_BYTES} bytes")
    # Where an amount is asked for, http.client says nothing of what is missing.
    if answer.length:
        raise IncompleteRead(body, answer.length)
    return body


def _response(until: float, sock: socket.socket, *args: Any, **named: Any) -> HTTPResponse:
    return HTTPResponse(cast(socket.socket, _Readable(sock, until)), *args, **named)


class _Readable:
    """A socket as http.client reads it, up to a moment: a timeout of Python's is for each read, not for all."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._until = until

    def makefile(self, _mode: str) -> io.BufferedReader:
        return io.BufferedReader(_Until(self._sock, self._until))


class _Until(io.RawIOBase):
    def __init__(self, sock: socket.socket, until: float) -> None:
        self._sock = sock
        self._raw = sock.makefile("rb", buffering=0)
        self._until = until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        left = self._until - time.monotonic()
        if left <= 0:
            raise socket.timeout("timed out")
        self._sock.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


# Test cards

def test_token(card: str) -> str:
    """A new token of a test card such as `visa` or `declined_insufficient_funds`, for the sandbox and for one checkout."""
    return f"tok_test_{card}_{letters(22)}"


# By its name pytest would run it as a test of whoever imports it.
setattr(test_token, "__test__", False)  # noqa: B010


def letters(count: int) -> str:
    """Letters only: digits in a row may look like a card number, which the service refuses."""
    return "".join(random_secrets.choice(string.ascii_lowercase) for _ in range(count))


# Retries

KEY = "Idempotency-Key"
# The service says so before it has done anything.
_NOTHING_WAS_DONE = ["rate_limited", "request_timeout"]
# What was asked for is being made: only the time limits how often to ask.
_UNDER_WAY = ["idempotency_in_progress", "agreement_being_made"]
# A database that went away in the midst of the work: nobody knows what it had done.
_MAY_BE_DONE = ["internal_error", "service_unavailable"]
_FIRST_PAUSE = 0.5


@dataclass(frozen=True)
class Retries:
    """Sends again what failed for a reason that passes, where a repetition can do no harm.

    A lost answer or a fault of the service: only reads and what is repeatable. A refusal before anything was done:
    everything. `Retry-After` is the least wait, and up to half of it comes on top. The last answer is the result.
    """

    send: Send
    max_retries: int
    max_retry_time: float
    timeout: float

    def ask(self, request: Request, limit: float | None = None) -> Response:
        """`limit`: seconds after which no attempt goes on. Raises NoAnswerError."""
        if self.max_retries > 0 and _takes_key(request) and not _has_key(request):
            headers = {**request.headers, KEY: f"client-{letters(32)}"}
            request = Request(request.method, request.url, headers, request.body)
        begun = time.monotonic()
        end = None if limit is None else begun + limit
        until = begun + (self.max_retry_time if limit is None else min(self.max_retry_time, limit))
        is_repeatable = _is_repeatable(request)
        retries = 0
        while True:
            timeout = self.timeout if end is None else max(0.001, min(self.timeout, end - time.monotonic()))
            outcome = self._attempt(request, timeout)
            is_under_way = self.max_retries > 0 and _code_of(outcome) in _UNDER_WAY
            if is_under_way or (retries < self.max_retries and _is_passing(outcome, is_repeatable)):
                pause = max(_pause_after(outcome, retries), _FIRST_PAUSE if is_under_way else 0)
                if time.monotonic() + pause <= until:
                    time.sleep(pause)
                    retries += 0 if is_under_way else 1
                    continue
            if isinstance(outcome, NoAnswerError):
                raise outcome
            return outcome

    def _attempt(self, request: Request, timeout: float) -> Response | NoAnswerError:
        try:
            return self.send(request, timeout)
        except NO_ANSWER as error:
            address = urlsplit(request.url)
            reason = str(error) or type(error).__name__
            fault = NoAnswerError(f"No answer from {address.scheme}://{address.netloc}: {reason}")
            fault.__cause__ = error
            return fault


def _takes_key(request: Request) -> bool:
    return request.method == "POST" and _is_one_of(_KEYED, request)


def _has_key(request: Request) -> bool:
    return any(name.lower() == KEY.lower() for name in request.headers)


def _is_repeatable(request: Request) -> bool:
    if request.method in ("GET", "HEAD"):
        return True
    return request.method == "POST" and _is_one_of(_REPEATABLE, request)


def _is_one_of(paths: list[re.Pattern[str]], request: Request) -> bool:
    path = urlsplit(request.url).path
    return any(one.search(path) for one in paths)


def _is_passing(outcome: Response | NoAnswerError, is_repeatable: bool) -> bool:
    if isinstance(outcome, NoAnswerError):
        return is_repeatable
    if outcome.status < 400:
        return False
    code = _code_of(outcome)
    if code is not None:
        return code in _NOTHING_WAS_DONE or (is_repeatable and code in _MAY_BE_DONE)
    # Not the service's answer: nobody knows what was done.
    return is_repeatable and (outcome.status == 429 or outcome.status >= 500)


def _code_of(outcome: Response | NoAnswerError) -> str | None:
    problem = None if isinstance(outcome, NoAnswerError) else problem_of(outcome)
    return None if problem is None else problem["code"]


def problem_of(response: Response) -> dict[str, Any] | None:
    """None where it is no problem document of the service."""
    if response.headers.get_content_type() != "application/problem+json":
        return None
    try:
        problem = from_json(response.body)
    except ValueError:
        return None
    is_whole = isinstance(problem, dict) and all(isinstance(problem.get(name), kind) for name, kind in _MEMBERS)
    fields = problem.get("errors", []) if is_whole else None
    is_theirs = isinstance(fields, list) and all(isinstance(one, dict) for one in fields)
    return problem if is_theirs else None


_MEMBERS = [("code", str), ("request_id", str), ("status", int), ("retryable", bool), ("user_message", str)]


def _pause_after(outcome: Response | NoAnswerError, retries: int) -> float:
    named = None if isinstance(outcome, NoAnswerError) else retry_after_of(outcome.headers)
    least = _FIRST_PAUSE * 2**retries if named is None else named
    return least * (1 + random.random() / 2)


# Requests

@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    """Their names in any letters: `answer.headers["ETag"]`."""
    data: Any
    """A dict, the bytes of a PDF, or None where there is no body."""


@dataclass(frozen=True)
class Requests:
    """The API at one address, with one key."""

    base_url: str
    api_key: str | None = field(repr=False)
    retries: Retries

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
        given = {"User-Agent": "provider-checkout-python"}
        for name, one in (headers or {}).items():
            if one is not None:
                given[name] = _header(name, one)
        if self.api_key is not None:
            given["Authorization"] = f"Bearer {self.api_key}"
        content = None
        if body is not None:
            content = to_json(body).encode()
            given["Content-Type"] = "application/json"
        pairs = _pairs(query or {})
        url = self.base_url + path + ("?" + urlencode(pairs) if pairs else "")
        hint = "The client was made without an api_key." if self.api_key is None else ""
        return _answer_of(method, self.retries.ask(Request(method, url, given, content), limit), hint)


class Resource:
    def __init__(self, requests: Requests) -> None:
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


def path_of(template: str, **ids: str) -> str:
    for name, one in ids.items():
        if not isinstance(one, str):
            raise InvalidArgumentError(name, f"is no str but {type(one).__name__}")
        if one == "":
            raise InvalidArgumentError(name, "is empty")
    return template.format(**{name: quote(one, safe="") for name, one in ids.items()})


def _header(name: str, value: str) -> str:
    # Python's own refusal would show the value, and a header may be a secret.
    if not isinstance(value, str) or re.search(r"[^\t\x20-\x7e\x80-\xff]", value):
        raise InvalidArgumentError(name, "is no header: it is no str, or has a character that headers have not")
    return value


def _pairs(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for name, one in query.items():
        if isinstance(one, Mapping):
            pairs += [(f"{name}[{key}]", _filter(f"{name}[{key}]", value)) for key, value in one.items()]
        elif one is not None:
            pairs.append((name, _filter(name, one)))
    return pairs


def _filter(name: str, value: Any) -> str:
    return date_text(value, name) if isinstance(value, date) else str(value)


def _answer_of(method: str, response: Response, hint: str) -> Answer:
    """`hint` is what a refusal for want of a key says besides.

    Raises ProblemError where the service refused, NoAnswerError where somebody else answered."""
    status, headers, body = response.status, response.headers, response.body
    problem = problem_of(response) if status >= 400 else None
    if problem is not None:
        is_about_key = problem["code"] == "authentication_required"
        raise ProblemError(problem, retry_after_of(headers), hint if is_about_key else "")
    is_empty = method == "HEAD" or (method, status) in (("DELETE", 204), ("GET", 304))
    if is_empty and status < 400 and not body:
        return Answer(status, headers, None)
    if status < 300:
        if body and headers.get_content_type() == "application/pdf":
            return Answer(status, headers, body)
        if headers.get_content_type() == "application/json":
            try:
                data = from_json(body)
            except ValueError:
                data = None
            # Every body of the service is an object.
            if isinstance(data, dict):
                return Answer(status, headers, data)
    raise NoAnswerError(f"The answer {status} is not the service's", status)


# Operations

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

# POSTs that take an Idempotency-Key.
_KEYED = [
    re.compile(r"/v1/provider-checkouts$"),
    re.compile(r"/api/provider-checkout$"),
]
# POSTs whose repetition has the same effect and the same answer: by their key, or by themselves.
_REPEATABLE = [
    *_KEYED,
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
        self.events = Events(requests)
        self.webhook_endpoints = WebhookEndpoints(requests)
        self.deliveries = Deliveries(requests)
        self.sandbox = Sandbox(requests)

    def environment(self) -> dict[str, Any]:
        """What this deployment is, and the publishable key for the capture script."""
        return self._ask("GET", "/v1/environment")

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI 3.1 document, made from the schemas that validate requests."""
        return self._ask("GET", "/openapi.json")


class Checkouts(_Outcomes):
    def create(self, body: Mapping[str, Any], *, idempotency_key: str | None = None) -> dict[str, Any]:
        """Starts an enrolment."""
        return self._ask("POST", "/v1/provider-checkouts", body=body, headers={"Idempotency-Key": idempotency_key})

    def quote(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """What a payment plan of these terms would be if it was created now: its amounts, and each debit with its dates."""
        return self._ask("POST", "/v1/quotes", body=body)

    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """The provider's checkouts, newest first, a page at a time."""
        return self._pages("/v1/provider-checkouts", query=filters)

    def retrieve(self, checkout_id: str) -> dict[str, Any]:
        """The checkout as it stands, with the timeline of what happened when and by whom."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}", checkout_id=checkout_id))

    def confirm(self, checkout_id: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Records the student's declarations and signs the plan."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/confirm", checkout_id=checkout_id), body=body)

    def agreement(self, checkout_id: str) -> bytes:
        """The Payment Plan Agreement as PDF, the same bytes every time."""
        return self._ask("GET", path_of("/v1/provider-checkouts/{checkout_id}/agreement", checkout_id=checkout_id))

    def cancel(self, checkout_id: str) -> dict[str, Any]:
        """Ends a plan that is not confirmed yet and frees its order."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/cancel", checkout_id=checkout_id))

    def issue_token(self, checkout_id: str) -> dict[str, Any]:
        """For a caller who lost create's answer."""
        return self._ask("POST", path_of("/v1/provider-checkouts/{checkout_id}/checkout-token", checkout_id=checkout_id))


class Events(Resource):
    def list(self, **filters: Any) -> Iterator[dict[str, Any]]:
        """The provider's events of the last 90 days, newest first, a page at a time: what a receiver missed is here."""
        return self._pages("/v1/events", query=filters)

    def retrieve(self, event_id: str) -> dict[str, Any]:
        """One event of the last 90 days, as it is sent to endpoints."""
        return self._ask("GET", path_of("/v1/events/{event_id}", event_id=event_id))


class WebhookEndpoints(Resource):
    def list(self) -> dict[str, Any]:
        """The provider's endpoints, the oldest first, with why a disabled one is so."""
        return self._ask("GET", "/v1/webhook-endpoints")

    def create(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """Registers an address for events from now on; a provider has at most 20."""
        return self._ask("POST", "/v1/webhook-endpoints", body=body)

    def retrieve(self, endpoint_id: str) -> dict[str, Any]:
        """The endpoint as it stands."""
        return self._ask("GET", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def update(self, endpoint_id: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """What is left out stays."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id), body=body)

    def delete(self, endpoint_id: str) -> None:
        """Nothing is sent any more, and what is pending is cancelled."""
        self._ask("DELETE", path_of("/v1/webhook-endpoints/{endpoint_id}", endpoint_id=endpoint_id))

    def rotate_secret(self, endpoint_id: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Makes a new secret and shows it, once."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/rotate-secret", endpoint_id=endpoint_id), body=body)

    def test(self, endpoint_id: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """An event of a sample checkout, whose order begins with `TEST-`; signed and retried as any other."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/test", endpoint_id=endpoint_id), body=body)

    def replay(self, endpoint_id: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """One event by its id, or those of a span of time that the endpoint takes, oldest first, with the `webhook-id` that they had."""
        return self._ask("POST", path_of("/v1/webhook-endpoints/{endpoint_id}/replay", endpoint_id=endpoint_id), body=body)


class Deliveries(Resource):
    def list(self, endpoint_id: str, **filters: Any) -> Iterator[dict[str, Any]]:
        """What was sent to the endpoint and what is to be sent, newest first, with every attempt: request, answer, duration."""
        return self._pages(path_of("/v1/webhook-endpoints/{endpoint_id}/deliveries", endpoint_id=endpoint_id), query=filters)


class Sandbox(Resource):
    def authorise_direct_debit(self, checkout_id: str, body: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Signs the bank authority with one of the documented test accounts."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/authorise-direct-debit", checkout_id=checkout_id), body=body)

    def expire(self, checkout_id: str) -> dict[str, Any]:
        """Lets the time of a plan that is not confirmed run out at once."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/expire", checkout_id=checkout_id))

    def resolve_charge(self, checkout_id: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Ends the wait for a charge whose outcome is not known: `paid`, or `never_made`, which takes the charge back and frees the order."""
        return self._ask("POST", path_of("/v1/sandbox/provider-checkouts/{checkout_id}/resolve-charge", checkout_id=checkout_id), body=body)

    def send_event(self, body: Mapping[str, Any]) -> dict[str, Any]:
        """An event of a sample checkout, whose order begins with `TEST-`, to one endpoint or to all that take the type; signed and retried as any other."""
        return self._ask("POST", "/v1/sandbox/events", body=body)

    def reset(self) -> dict[str, Any]:
        """Deletes the provider's checkouts with all that belongs to them, the portal's enrolments, contacts, deliveries, the gateway's charges and the request log."""
        return self._ask("POST", "/v1/sandbox/reset")

    def requests(self) -> dict[str, Any]:
        """The newest 20 requests of the API key that asks, this operation's own left out, and what the command line reads: method, address and outcome, never a body or a query."""
        return self._ask("GET", "/v1/sandbox/requests")

    def charges(self, *, provider_order_id: str | None = None) -> dict[str, Any]:
        """The gateway's own record of what it charged, so that anyone can count."""
        return self._ask("GET", "/v1/sandbox/charges", query={"provider_order_id": provider_order_id})

# Here ends what is generated.


# The client

class ProviderCheckout(_Service):
    """A client of the API at one deployment.

    It keeps no connection: threads may share it. Its methods raise ProblemError where the service refused, and
    NoAnswerError where no answer of the service came.
    """

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str | None = None,
        max_retries: int = 4,
        max_retry_time: float = 60,
        timeout: float = 30,
        send: Send | None = None,
    ) -> None:
        """`base_url` is the deployment's address, such as `https://checkout.example.com`.

        `api_key` is `pc_test_…` or `pc_live_…`; only `environment()` works without one. `max_retries` is how often a
        request is sent again; with 0 each goes out once, as it is. `max_retry_time`: no retry begins later than so many
        seconds after the first attempt. `timeout` is seconds for each attempt. `send` stands in place of the package's
        own: to record, to go through a proxy. Retries call it once for each attempt.
        """
        scheme = _scheme_of(base_url)
        if api_key is not None:
            _check_key(api_key)
            _check_transport(base_url, api_key)
        retries = Retries(send or sender(scheme == "https"), max_retries, max_retry_time, timeout)
        super().__init__(Requests(base_url.rstrip("/"), api_key, retries))

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


def _scheme_of(base_url: str) -> str:
    try:
        address = urlsplit(base_url)
        if isinstance(base_url, str) and address.scheme in ("http", "https") and address.hostname and "@" not in address.netloc:
            return address.scheme
    except (AttributeError, TypeError, ValueError):
        pass
    # Where the two were mistaken for each other, the key must not be shown.
    shown = "an API key, or an address with a password" if re.search("pc_(test|live)_|@", str(base_url)) else repr(base_url)
    raise InvalidArgumentError("base_url", f"is no address such as https://checkout.example.com: {shown}") from None


def _check_key(api_key: str) -> None:
    """None of what it raises shows the key."""
    if not isinstance(api_key, str):
        raise InvalidArgumentError("api_key", f"is no str but {type(api_key).__name__}")
    if api_key == "":
        raise InvalidArgumentError("api_key", "is empty")
    if re.match(r"Bearer\b", api_key, re.IGNORECASE):
        raise InvalidArgumentError("api_key", "begins with Bearer: give the key alone")
    if re.search(r"[^!-~]", api_key):
        raise InvalidArgumentError("api_key", "has white space or another character that is in no key")


def _check_transport(base_url: str, api_key: str) -> None:
    """A live key is sent by https only: over plain http others on the way can read it."""
    address = urlsplit(base_url)
    if api_key.startswith("pc_live_") and address.scheme == "http" and not _is_loopback(address.hostname or ""):
        raise InvalidArgumentError("base_url", f"is http, and a live key is sent over https only: {base_url}")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


# Webhooks

Fault = Literal["header_missing", "timestamp_out_of_tolerance", "signature_mismatch"]
_PREFIX = "whsec_"


class WebhookVerificationError(ProviderCheckoutError):
    """It did not come from the service, or too late: answer with a 400."""

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
        raise InvalidArgumentError("body", f"is {type(body).__name__}: give the body as it came, bytes or str")
    keys = [_key_of(secret) for secret in (secrets.split() if isinstance(secrets, str) else secrets or [])]
    if not keys:
        raise InvalidArgumentError("secrets", "is empty: no webhook secret is given")
    webhook_id = _header_of(headers, "webhook-id")
    timestamp = _header_of(headers, "webhook-timestamp")
    signatures = _header_of(headers, "webhook-signature")
    if not _is_near(timestamp, tolerance_seconds):
        raise WebhookVerificationError(
            "timestamp_out_of_tolerance",
            f"webhook-timestamp {timestamp} is more than {tolerance_seconds} seconds from this clock",
        )
    content = body.encode() if isinstance(body, str) else body
    signed = f"{webhook_id}.{timestamp}.".encode() + content
    # The signatures of other schemes than `v1` are others' business.
    given = [_decoded(one[3:]) for one in signatures.split(" ") if one.startswith("v1,")]
    for key in keys:
        expected = hmac.new(key, signed, hashlib.sha256).digest()
        if any(one is not None and hmac.compare_digest(one, expected) for one in given):
            return from_json(content)
    raise WebhookVerificationError("signature_mismatch", "No signature is by a secret that is known here")


def _key_of(secret: str) -> bytes:
    is_one = isinstance(secret, str) and secret.startswith(_PREFIX)
    key = _decoded(secret[len(_PREFIX) :]) if is_one else None
    if not key:
        raise InvalidArgumentError("secrets", f"has a webhook secret that is not {_PREFIX} and base64")
    return key


def _header_of(headers: Headers, name: str) -> str:
    # Of two, the receiver might take the other one, which nobody has signed.
    given = [value for one, value in headers.items() if one.lower() == name]
    if len(given) != 1 or not isinstance(given[0], str) or given[0] == "":
        raise WebhookVerificationError("header_missing", f"The header {name} is missing, or there twice")
    return given[0]


def _is_near(timestamp: str, tolerance_seconds: float) -> bool:
    try:
        # What is no number at all, NaN, is refused by the comparison.
        return abs(time.time() - float(timestamp)) <= tolerance_seconds
    except ValueError:
        return False


def _decoded(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
