from typing import Any
from unittest.mock import patch

from provider_checkout import ProblemError, WaitTimeoutError

from .scripted import CUT, ScriptedTest, answer, problem


def status(action: dict[str, Any], etag: str = '"1"') -> Any:
    return answer(200, {"checkout_status": "Payment Pending", "next_action": action}, {"ETag": etag})


WAITING = status({"type": "wait"})
UNCHANGED = answer(304)
ACTING = status({"type": "authorise_direct_debit", "url": "https://a.example"})
AT_BANK = status({"type": "wait", "url": "https://bank.example"})


class ScriptedTime:
    """Passes by sleeping only, so that a slow machine ends no wait."""

    now = 0.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class Waiting(ScriptedTest):
    def test_asks_only_for_what_is_new_through_all_that_passes_until_nothing_is_to_be_waited_for(self) -> None:
        unavailable = problem(503, "service_unavailable")
        client = self.client(WAITING, UNCHANGED, CUT, unavailable, status({"type": "none"}, '"2"'), max_retries=0)
        found = client.checkouts.wait_for_outcome("chk_1", interval=0.001)
        self.assertEqual(found["next_action"], {"type": "none"})
        self.assertEqual([one.headers["If-None-Match"] for one in self.heard], [None, *['"1"'] * 4])

    def test_ends_where_it_is_somebody_elses_turn(self) -> None:
        at_unknown_bank = status({"type": "wait", "url": None})
        for turn in [ACTING, AT_BANK, at_unknown_bank, status({"type": "confirm"})]:
            self.heard.clear()
            self.client(turn).checkouts.wait_for_outcome("chk_1")
            self.assertEqual(len(self.heard), 1)

    def test_goes_on_while_the_student_acts_and_ends_at_what_the_caller_does(self) -> None:
        client = self.client(ACTING, AT_BANK, status({"type": "confirm"}))
        found = client.checkouts.wait_for_outcome("chk_1", interval=0.001, student_is_acting=True)
        self.assertEqual(found["next_action"]["type"], "confirm")

    def test_ends_when_its_time_is_over_with_the_checkout_as_it_was(self) -> None:
        client = self.client(WAITING, UNCHANGED)
        with patch("provider_checkout.time", ScriptedTime()):
            with self.assertRaisesRegex(WaitTimeoutError, "The checkout is Payment Pending after 100 s") as raised:
                client.checkouts.wait_for_outcome("chk_1", timeout=100, interval=60)
        # At once, and after an interval; another would end too late.
        self.assertEqual(len(self.heard), 2)
        assert raised.exception.checkout is not None
        self.assertEqual(raised.exception.checkout["checkout_status"], "Payment Pending")

    def test_ends_in_time_though_a_retry_would_be_later(self) -> None:
        client = self.client(problem(503, "service_unavailable", retry_after="3600"))
        with self.assertRaises(WaitTimeoutError) as raised:
            client.checkouts.wait_for_outcome("chk_1", timeout=0.1)
        self.assertIsNone(raised.exception.checkout)

    def test_ends_with_a_refusal_that_does_not_pass(self) -> None:
        client = self.client(problem(404, "checkout_not_found", {"retryable": False}))
        with self.assertRaises(ProblemError) as raised:
            client.checkouts.wait_for_outcome("chk_1")
        self.assertEqual(raised.exception.code, "checkout_not_found")


def page(data: list[int], next_cursor: "str | None") -> Any:
    return answer(200, {"data": data, "next_cursor": next_cursor})


class AList(ScriptedTest):
    def test_is_gone_through_to_its_end_with_its_filters_on_every_page(self) -> None:
        client = self.client(page([1, 2], "a+b"), page([], "c"), page([3], None))
        found: list[Any] = list(client.checkouts.list(email="a+b@c.example", metadata={"intake": "T 1"}, limit=2))
        self.assertEqual(found, [1, 2, 3])
        query = "/v1/provider-checkouts?email=a%2Bb%40c.example&metadata%5Bintake%5D=T+1&limit=2"
        asked = [query, f"{query}&cursor=a%2Bb", f"{query}&cursor=c"]
        self.assertEqual([one.path for one in self.heard], asked)

    def test_asks_for_no_page_that_is_not_needed(self) -> None:
        client = self.client(page([1, 2], "a"))
        next(client.deliveries.list("whe_1", status="failed"))
        asked = ["/v1/webhook-endpoints/whe_1/deliveries?status=failed"]
        self.assertEqual([one.path for one in self.heard], asked)

    def test_ends_in_the_refusal_of_a_page(self) -> None:
        client = self.client(page([1], "a"), problem(403, "insufficient_scope", {"retryable": False}))
        with self.assertRaises(ProblemError):
            list(client.events.list())
