"""A server that gives the answers that a test has written."""

from __future__ import annotations

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch

from provider_checkout import ProviderCheckout

CUT = "cut"
NO_ANSWER = "no answer"


def answer(status: int, body: Any = None, headers: dict[str, str] | None = None):
    kind = "application/json" if status < 400 else "application/problem+json"
    content = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    return status, {"Content-Type": kind, **(headers or {})}, content


def problem(status: int, code: str, members: dict[str, Any] | None = None, retry_after: str = "0"):
    """A refusal that may be repeated after so many seconds, where it may be repeated at all."""
    said = {"code": code, "status": status, "detail": "As the test wrote it.", "user_message": "Sorry."}
    body = {**said, "request_id": "req_1", "retryable": True, **(members or {})}
    return answer(status, body, {"Retry-After": retry_after})


class Heard:
    def __init__(self, handler: BaseHTTPRequestHandler) -> None:
        self.method = handler.command
        self.path = handler.path
        self.headers = handler.headers
        self.body = handler.rfile.read(int(handler.headers.get("Content-Length", 0)))


class ScriptedTest(unittest.TestCase):
    """Each test has a server of its own; `client` gives one for these answers, the last of them ever after."""

    def keys(self) -> list[Any]:
        return [one.headers["Idempotency-Key"] for one in self.heard]

    def setUp(self) -> None:
        self.heard: list[Heard] = []
        self.answers: list[Any] = []
        self.over = threading.Event()
        test = self

        class Handler(BaseHTTPRequestHandler):
            def handle_one_request(self) -> None:
                try:
                    super().handle_one_request()
                except OSError:
                    self.close_connection = True

            def do_GET(self) -> None:
                test.heard.append(Heard(self))
                test.give(self, test.answers[min(len(test.heard), len(test.answers)) - 1])

            do_POST = do_DELETE = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.addCleanup(self.over.set)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        pause = patch("provider_checkout._FIRST_PAUSE", 0.001)
        self.addCleanup(pause.stop)
        pause.start()

    def client(self, *answers: Any, **options: Any) -> ProviderCheckout:
        self.answers = list(answers)
        return ProviderCheckout(base_url=self.url, api_key="pc_test_1", **options)

    def give(self, handler: BaseHTTPRequestHandler, given: Any) -> None:
        write = handler.wfile.write
        if given == NO_ANSWER:
            self.over.wait()
        elif given == CUT:
            write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
        else:
            status, headers, body = given
            handler.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(body))}.items():
                handler.send_header(name, value)
            handler.end_headers()
            write(body)
