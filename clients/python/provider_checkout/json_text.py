"""JSON with exact amounts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any

from .errors import InvalidArgumentError
from .types import AMOUNTS


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
    return {name: Decimal(one) if name in AMOUNTS and isinstance(one, int) else one for name, one in pairs}
