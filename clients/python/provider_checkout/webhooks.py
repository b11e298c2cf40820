"""Signatures of events. They need no client and no API key."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import time
from collections.abc import Sequence
from typing import Literal, cast

from .errors import InvalidArgumentError, ProviderCheckoutError
from .json_text import from_json
from .transport import Headers
from .types import Event

Fault = Literal["header_missing", "timestamp_out_of_tolerance", "signature_mismatch"]
_PREFIX = "whsec_"


class WebhookVerificationError(ProviderCheckoutError):
    """It did not come from the service, or too late: answer with a 400."""

    def __init__(self, code: Fault, message: str) -> None:
        super().__init__(message)
        self.code = code


def unwrap(
    body: bytes | str,
    headers: Headers,
    secrets: str | Sequence[str],
    tolerance_seconds: float = 300,
) -> Event:
    """Verifies the signature and the age of a webhook, and reads its event.

    `body` is what came, before anything has parsed it: the signature is over its bytes. `secrets` is the `whsec_…` of
    the endpoint, or both of them, also with a space between, while a secret is being rotated. `tolerance_seconds` is how far `webhook-timestamp`
    may be from the clock.

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
            return cast(Event, from_json(content))
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
