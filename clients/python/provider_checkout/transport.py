"""One request and its whole answer, over a connection of its own."""

from __future__ import annotations

import io
import socket
import ssl
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from email.message import Message
from functools import partial
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection, IncompleteRead
from typing import Any, Protocol, cast
from urllib.parse import urlsplit


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

MOST_BYTES = 32 * 1024 * 1024
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
    while part := answer.read(MOST_BYTES + 1 - len(body)):
        body += part
    if len(body) > MOST_BYTES:
        raise HTTPException(f"The answer is longer than {MOST_BYTES} bytes")
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
