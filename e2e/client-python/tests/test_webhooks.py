import base64
import hashlib
import hmac
import json
import time
import unittest
from email.message import Message
from typing import Any

from provider_checkout import WebhookVerificationError, unwrap_webhook

SECRET = "whsec_" + base64.b64encode(b"a secret of thirty-two bytes....").decode()
OTHER = "whsec_" + base64.b64encode(b"another secret, of 32 bytes.....").decode()
BODY = json.dumps({"id": "evt_1", "type": "payment_plan.signed", "data": {"name": "Zoë"}}, ensure_ascii=False)


def headers_of(secret: str = SECRET, ago: float = 0, body: str = BODY) -> "dict[str, str]":
    timestamp = str(int(time.time() - ago))
    signed = f"evt_1.{timestamp}.{body}".encode()
    key = base64.b64decode(secret[6:])
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {"webhook-id": "evt_1", "webhook-timestamp": timestamp, "webhook-signature": f"v1,{signature}"}


def _twice(headers: "dict[str, str]", name: str, other: str) -> Message:
    """As http.server reads two lines: the first is what a look-up finds."""
    message = Message()
    message[name] = other
    for one, value in headers.items():
        message[one] = value
    return message


class Unwrap(unittest.TestCase):
    def test_gives_the_event_however_body_and_headers_come(self) -> None:
        event = json.loads(BODY)
        self.assertEqual(unwrap_webhook(BODY, headers_of(), SECRET), event)
        message = Message()
        for name, value in headers_of().items():
            message[name.title()] = value
        self.assertEqual(unwrap_webhook(BODY.encode(), message, [SECRET]), event)

    def test_takes_either_secret_during_a_rotation_of_the_service_and_of_the_receiver(self) -> None:
        unwrap_webhook(BODY, headers_of(), [OTHER, SECRET])
        both = f"v1a,xx {headers_of(OTHER)['webhook-signature']} {headers_of()['webhook-signature']}"
        unwrap_webhook(BODY, {**headers_of(), "webhook-signature": both}, SECRET)

    def test_takes_both_secrets_in_one_text_as_the_environment_has_them(self) -> None:
        for secret in (SECRET, OTHER):
            unwrap_webhook(BODY, headers_of(secret), f"{SECRET} {OTHER}")

    def test_refuses_what_did_not_come_from_the_service_or_too_late(self) -> None:
        good = headers_of()
        cases: list[tuple[str, Any, str]] = [
            (BODY, headers_of(OTHER), "signature_mismatch"),
            (BODY + " ", good, "signature_mismatch"),
            (BODY, {**good, "webhook-id": "evt_2"}, "signature_mismatch"),
            (BODY, {**good, "webhook-signature": "v1,%"}, "signature_mismatch"),
            (BODY, {**good, "webhook-signature": "v1,é"}, "signature_mismatch"),
            (BODY, headers_of(ago=310), "timestamp_out_of_tolerance"),
            (BODY, headers_of(ago=-310), "timestamp_out_of_tolerance"),
            (BODY, {**good, "webhook-timestamp": "soon"}, "timestamp_out_of_tolerance"),
            (BODY, {**good, "webhook-timestamp": "nan"}, "timestamp_out_of_tolerance"),
            (BODY, {**good, "webhook-signature": None}, "header_missing"),
            (BODY, {}, "header_missing"),
            (BODY, _twice(good, "webhook-id", ""), "header_missing"),
            (BODY, _twice(good, "webhook-signature", "v1,xx"), "header_missing"),
        ]
        for body, headers, code in cases:
            with self.subTest(headers=headers), self.assertRaises(WebhookVerificationError) as raised:
                unwrap_webhook(body, headers, SECRET)
            self.assertEqual(raised.exception.code, code)

    def test_takes_an_old_one_where_the_receiver_says_so(self) -> None:
        unwrap_webhook(BODY, headers_of(ago=3600), SECRET, tolerance_seconds=7200)

    def test_without_a_secret_to_verify_by_is_no_fault_of_the_webhook(self) -> None:
        for none in [[], "nothing", "whsec_", [SECRET, ""]]:
            with self.assertRaises(ValueError):
                unwrap_webhook(BODY, headers_of(), none)
