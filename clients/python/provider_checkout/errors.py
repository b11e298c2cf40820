"""What goes wrong, as exceptions."""

from __future__ import annotations

from datetime import datetime, timezone
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, cast

from .types import AnyProblem, CheckoutStatus, FieldError, ProblemCode


class ProviderCheckoutError(Exception):
    """Every exception of this package is one."""


class InvalidArgumentError(ProviderCheckoutError, ValueError):
    """What the caller gave cannot be used, so nothing was sent."""

    def __init__(self, argument: str, fault: str) -> None:
        super().__init__(f"{argument} {fault}")
        self.argument = argument
        """Its name; of a part of a body, the JSON pointer."""


_MOST_FIELDS = 5


class ProblemError(ProviderCheckoutError):
    """The service refused. Decide by `code`."""

    def __init__(self, problem: dict[str, Any], retry_after: float | None, hint: str = "") -> None:
        """`hint` is what the client knows of the refusal's cause, for whoever reads no more than the message."""
        said = [f"{problem.get('code')}: {problem.get('detail')}", hint, _fields_of(problem), problem["request_id"]]
        super().__init__(" ".join(filter(None, said)))
        self.problem = cast(AnyProblem, problem)
        """The whole document, with the members of its code."""
        self.code: ProblemCode = problem["code"]
        self.status: int = problem["status"]
        """The answer's HTTP status."""
        self.request_id: str = problem["request_id"]
        """Quote it when you ask about the request."""
        self.retryable: bool = problem["retryable"]
        """Whether the same request may succeed later."""
        self.user_message: str = problem["user_message"]
        """Safe to show a student."""
        self.field_errors: list[FieldError] = problem.get("errors", [])
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

    def __init__(self, message: str, checkout: CheckoutStatus | None) -> None:
        super().__init__(message)
        self.checkout = checkout
        """As it was last seen; None where no answer came at all."""


def _fields_of(problem: dict[str, Any]) -> str:
    errors = problem.get("errors", [])
    named = ", ".join(f"{one.get('pointer')} {one.get('code')}" for one in errors[:_MOST_FIELDS])
    others = len(errors) - _MOST_FIELDS
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
