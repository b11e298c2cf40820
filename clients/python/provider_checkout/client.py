"""The client."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from . import operations
from .errors import InvalidArgumentError
from .resource import Answer, Requests
from .retry import Retries
from .transport import Send, sender
from .wait import Checkouts


class ProviderCheckout(operations.Service):
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
        requests = Requests(base_url.rstrip("/"), api_key, retries)
        super().__init__(requests)
        self.checkouts = Checkouts(requests)
        self.events = operations.Events(requests)
        self.deliveries = operations.Deliveries(requests)
        self.webhook_endpoints = operations.WebhookEndpoints(requests)
        self.sandbox = operations.Sandbox(requests)

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
