"""What the methods of every resource stand on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from email.message import Message
from typing import Any
from urllib.parse import quote, urlencode

from .errors import InvalidArgumentError, NoAnswerError, ProblemError, retry_after_of
from .json_text import date_text, from_json, to_json
from .retry import Retries, problem_of
from .transport import Request, Response


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
