"""What is sent again, and when."""

from __future__ import annotations

import random
import re
import time
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from .errors import NoAnswerError, retry_after_of
from .json_text import from_json
from .sandbox import letters
from .transport import NO_ANSWER, Request, Response, Send

KEY = "Idempotency-Key"
_CREATE = re.compile(r"/(v1/provider-checkouts|api/provider-checkout)$")
# POSTs whose repetition has the same effect and the same answer: create by its key, the others by themselves.
_REPEATABLE = [
    _CREATE,
    re.compile(r"/api/provider-checkout-confirm$"),
    re.compile(r"/v1/provider-checkouts/[^/]+/(confirm|cancel)$"),
    re.compile(r"/v1/quotes$"),
    re.compile(r"/v1/sandbox/provider-checkouts/[^/]+/(authorise-direct-debit|expire)$"),
    re.compile(r"/v1/webhook-endpoints/[^/]+$"),
]
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
        if self.max_retries > 0 and _is_create(request) and not _has_key(request):
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


def _is_create(request: Request) -> bool:
    return request.method == "POST" and _CREATE.search(urlsplit(request.url).path) is not None


def _has_key(request: Request) -> bool:
    return any(name.lower() == KEY.lower() for name in request.headers)


def _is_repeatable(request: Request) -> bool:
    if request.method in ("GET", "HEAD"):
        return True
    path = urlsplit(request.url).path
    return request.method == "POST" and any(one.search(path) for one in _REPEATABLE)


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
