import traceback
import unittest
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import Any, Callable

from provider_checkout import (
    InvalidArgumentError,
    ProblemError,
    ProviderCheckout,
    ProviderCheckoutError,
    Request,
    test_token,
    to_json,
    unwrap_webhook,
)

from .scripted import CUT, ScriptedTest, answer, problem

URL = "https://checkout.example.com"
KEY = "pc_test_abcdefghijklmnop"
ANY: Any = {}
REFUSED = problem(401, "authentication_required", {"retryable": False})


class ArgumentTest(ScriptedTest):
    def refusal_of(self, call: Callable[[], Any]) -> InvalidArgumentError:
        with self.assertRaises(InvalidArgumentError) as raised:
            call()
        self.assertIsInstance(raised.exception, ValueError)
        self.assertIsInstance(raised.exception, ProviderCheckoutError)
        return raised.exception


class ApiKey(ArgumentTest):
    def test_that_cannot_be_one_is_refused_and_not_shown(self) -> None:
        wrong: "list[Any]" = [f"{KEY}\n", f" {KEY}", f"{KEY}\x00", f"{KEY}é", "", f"Bearer {KEY}", KEY.encode()]
        for key in wrong:
            with self.subTest(key=key):
                refusal = self.refusal_of(lambda key=key: ProviderCheckout(base_url=URL, api_key=key))
                self.assertEqual(refusal.argument, "api_key")
                self.assertIn("must be the key alone", str(refusal))
                self.assertNotIn(KEY, repr(refusal))

    def test_and_what_a_body_holds_are_in_no_log_of_requests(self) -> None:
        request = Request("POST", URL, {"Authorization": KEY}, b"tok_secret")
        self.assertNotIn(KEY, repr(request))
        self.assertNotIn("tok_secret", repr(request))

    def test_is_in_no_exception_and_no_repr(self) -> None:
        self.client(REFUSED, CUT)
        client = ProviderCheckout(base_url=self.url, api_key=KEY, max_retries=0)
        heard: "list[str]" = []

        def failing(request: Any, _: float) -> Any:
            heard.append(repr(request))
            raise OSError("refused")

        recording = ProviderCheckout(base_url=URL, api_key=KEY, max_retries=0, send=failing)
        calls: "list[Callable[[], Any]]" = [
            lambda: client.checkouts.retrieve("chk_1"),
            lambda: client.checkouts.retrieve("chk_1"),
            lambda: client.checkouts.create(ANY, idempotency_key="a\nb"),
            lambda: client.request("GET", "/v1/events", headers={"Authorization": f"Bearer {KEY}\n"}),
            lambda: client.request("GET", "/v1/events", headers={"Authorization": f"Bearer {KEY}\u2019"}),
            lambda: recording.checkouts.retrieve("chk_1"),
            lambda: ProviderCheckout(base_url=KEY, api_key=URL),
        ]
        for call in calls:
            with self.assertRaises(ProviderCheckoutError) as raised:
                call()
            told = "".join(traceback.format_exception(None, raised.exception, None))
            self.assertNotIn(KEY, told + repr(raised.exception))
        self.assertNotIn(KEY, f"{heard}{client!r}{client._requests!r}{vars(client)!r}")
        self.assertEqual(len(heard), 1)


class ALiveKey(ArgumentTest):
    def test_is_sent_over_https_only_or_to_this_machine(self) -> None:
        for base_url in ["http://checkout.example.com", "http://192.168.1.20:3000", "http://127.0.0.1.example.com"]:
            with self.assertRaises(InvalidArgumentError):
                ProviderCheckout(base_url=base_url, api_key="pc_live_x")
            ProviderCheckout(base_url=base_url, api_key="pc_test_x")
        for base_url in ["https://checkout.example.com", "http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]"]:
            ProviderCheckout(base_url=base_url, api_key="pc_live_x")


class AnArgument(ArgumentTest):
    def test_that_cannot_be_used_is_named_and_nothing_is_sent(self) -> None:
        client: Any = self.client(answer(200, {}))
        secret = "whsec_this is a secret"
        cases: "list[tuple[Callable[[], Any], str]]" = [
            (lambda: ProviderCheckout(base_url="checkout.example.com"), "base_url"),
            (lambda: ProviderCheckout(base_url="http://["), "base_url"),
            (lambda: ProviderCheckout(base_url="https://u:this is a secret@a.example"), "base_url"),
            (lambda: ProviderCheckout(base_url=None), "base_url"),  # type: ignore[arg-type]
            (lambda: client.checkouts.retrieve(None), "checkout_id"),
            (lambda: client.checkouts.wait_for_outcome(""), "checkout_id"),
            (lambda: client.events.retrieve(7), "event_id"),
            (lambda: next(client.deliveries.list("")), "endpoint_id"),
            (lambda: client.checkouts.create({"pricing": [{"a": Decimal("NaN")}]}), "body"),
            (lambda: client.checkouts.create({"a": float("inf")}), "body"),
            (lambda: client.checkouts.create({}, idempotency_key=5), "Idempotency-Key"),
            (lambda: unwrap_webhook("{}", {}, secret), "secrets"),
            (lambda: unwrap_webhook("{}", {}, [None]), "secrets"),  # type: ignore[list-item]
            (lambda: unwrap_webhook("{}", {}, []), "secrets"),
            (lambda: unwrap_webhook({"id": "evt_1"}, {}, secret), "body"),  # type: ignore[arg-type]
        ]
        for at, (call, name) in enumerate(cases):
            with self.subTest(at=at, name=name):
                refusal = self.refusal_of(call)
                self.assertEqual(refusal.argument, name)
                self.assertTrue(str(refusal).startswith(f"{name} "))
                self.assertNotIn("this is a secret", str(refusal))
        self.assertEqual(self.heard, [])

    def test_of_a_webhook_that_was_parsed_is_asked_for_as_it_came(self) -> None:
        refusal = self.refusal_of(lambda: unwrap_webhook(ANY, {}, "whsec_YQ=="))
        self.assertEqual(str(refusal), "body must be the raw body, bytes or str, not dict")

    def test_of_a_wrong_address_is_shown(self) -> None:
        refusal = self.refusal_of(lambda: ProviderCheckout(base_url="localhost:3000"))
        said = "base_url must be an address such as https://checkout.example.com, not 'localhost:3000'"
        self.assertEqual(str(refusal), said)


class Dates(ArgumentTest):
    def test_and_moments_are_sent_in_bodies_and_filters_as_the_service_takes_them(self) -> None:
        client = self.client(answer(200, {"data": [], "next_cursor": None}))
        in_sydney = datetime(2026, 11, 21, 13, 24, tzinfo=timezone(timedelta(hours=11)))
        metadata: Any = {"day": date(2027, 2, 6)}
        list(client.checkouts.list(created_after=in_sydney, metadata=metadata))
        query = "created_after=2026-11-21T02%3A24%3A00Z&metadata%5Bday%5D=2027-02-06"
        self.assertEqual(self.heard[0].path, f"/v1/provider-checkouts?{query}")
        body = {"first_payment_date": date(2027, 2, 6), "since": [in_sydney]}
        self.assertEqual(to_json(body), '{"first_payment_date":"2027-02-06","since":["2026-11-21T02:24:00Z"]}')

    def test_without_a_time_zone_are_refused_by_name(self) -> None:
        naive = datetime(2026, 11, 21)
        client = self.client(answer(200, {}))
        in_filter = self.refusal_of(lambda: next(client.checkouts.list(updated_since=naive)))
        self.assertEqual(in_filter.argument, "updated_since")
        in_body = self.refusal_of(lambda: to_json({"plan": {"since": naive}}))
        self.assertEqual(str(in_body), "body has a datetime without a time zone. Add one")


class ARefusal(ScriptedTest):
    def test_tells_a_log_the_first_fields_and_the_request(self) -> None:
        errors = [{"field": f"f{at}", "pointer": f"/f{at}", "code": "required"} for at in range(7)]
        client = self.client(problem(422, "validation_failed", {"retryable": False, "errors": errors}))
        with self.assertRaises(ProblemError) as raised:
            client.checkouts.create(ANY)
        fields = "/f0 required, /f1 required, /f2 required, /f3 required, /f4 required"
        self.assertEqual(str(raised.exception), f"validation_failed: As the test wrote it. ({fields}) req_1")


class TestToken(unittest.TestCase):
    def test_is_of_its_card_and_new_each_time(self) -> None:
        self.assertRegex(test_token("answer_lost"), r"^tok_test_answer_lost_[a-z]{22}$")
        self.assertNotEqual(test_token("visa"), test_token("visa"))
