import json
import socket
from typing import Any

from provider_checkout import NoAnswerError, ProblemError, Response

from .scripted import CUT, NO_ANSWER, ScriptedTest, answer, problem

BODY: Any = {"course": {"course_name": "Bookkeeping – Zoë"}}
ANY: Any = {}
CREATED = answer(201, {"checkout_status": "Payment Processing"})


class Create(ScriptedTest):
    def test_without_a_key_gets_one_and_keeps_key_and_body_through_all_that_passes(self) -> None:
        passing = [
            CUT,
            problem(409, "idempotency_in_progress"),
            problem(503, "service_unavailable"),
            problem(429, "rate_limited"),
        ]
        client = self.client(*passing, CREATED)
        self.assertEqual(client.checkouts.create(BODY), {"checkout_status": "Payment Processing"})
        self.assertEqual(len(self.heard), 5)
        self.assertRegex(self.keys()[0], r"^client-[a-z]{32}$")
        self.assertEqual(set(self.keys()), {self.keys()[0]})
        self.assertEqual({one.body for one in self.heard}, {self.heard[0].body})
        self.assertEqual(json.loads(self.heard[0].body), BODY)
        self.assertEqual({one.headers["Authorization"] for one in self.heard}, {"Bearer pc_test_1"})

    def test_is_asked_for_as_long_as_it_is_under_way_however_often_that_is(self) -> None:
        client = self.client(*[problem(409, "idempotency_in_progress")] * 3, CREATED, max_retries=1)
        self.assertEqual(client.checkouts.create(BODY), {"checkout_status": "Payment Processing"})
        self.assertEqual(len(set(self.keys())), 1)

    def test_keeps_the_callers_key_through_request_too(self) -> None:
        client = self.client(problem(503, "service_unavailable"), CREATED)
        client.checkouts.create(BODY, idempotency_key="ORD-1")
        client.request("POST", "/v1/provider-checkouts", body=BODY, headers={"idempotency-key": "ORD-2"})
        self.assertEqual(self.keys(), ["ORD-1", "ORD-1", "ORD-2"])

    def test_that_is_refused_for_good_is_sent_once(self) -> None:
        field = {"field": "a", "pointer": "/a", "code": "required"}
        members = {"retryable": False, "errors": [field]}
        for status, code in [(402, "card_declined"), (409, "duplicate_order"), (422, "validation_failed")]:
            client = self.client(problem(status, code, members))
            with self.assertRaises(ProblemError) as raised:
                client.checkouts.create(BODY)
            refusal = raised.exception
            said = [refusal.code, refusal.status, refusal.request_id, refusal.retryable, refusal.user_message]
            self.assertEqual(said, [code, status, "req_1", False, "Sorry."])
            self.assertEqual([refusal.field_errors, refusal.retry_after], [[field], 0])
        self.assertEqual(len(self.heard), 3)

    def test_goes_out_as_it_is_and_once_where_no_retries_are_wanted(self) -> None:
        client = self.client(problem(503, "service_unavailable"), max_retries=0)
        with self.assertRaises(ProblemError):
            client.checkouts.create(BODY)
        self.assertEqual(self.keys(), [None])


class LostAnswer(ScriptedTest):
    def test_is_what_an_answer_is_that_takes_too_long(self) -> None:
        client = self.client(NO_ANSWER, max_retries=0, timeout=0.2)
        with self.assertRaises(NoAnswerError) as raised:
            client.checkouts.create(BODY)
        self.assertIsInstance(raised.exception.__cause__, socket.timeout)

    def test_that_took_too_long_is_asked_for_again(self) -> None:
        asked = []

        def send(request, timeout):
            asked.append((request.body, timeout))
            if len(asked) < 4:
                raise socket.timeout("timed out")
            return Response(201, {"Content-Type": "application/json"}, b'{"checkout_status":"Created"}')

        # The script says what takes too long, so that a slow machine has no say in it.
        self.client(send=send, timeout=7).checkouts.create(BODY)
        self.assertEqual(asked, [(asked[0][0], 7)] * 4)

    def test_is_told_with_its_cause(self) -> None:
        client = self.client(CUT, max_retries=0)
        with self.assertRaisesRegex(NoAnswerError, f"^No answer from {self.url}: ") as raised:
            client.checkouts.retrieve("chk_1")
        self.assertIsNone(raised.exception.status)
        self.assertIsNotNone(raised.exception.__cause__)


class Refusal(ScriptedTest):
    def test_before_anything_was_done_is_repeated_whatever_was_asked(self) -> None:
        client = self.client(problem(429, "rate_limited"), answer(201, {"endpoint_id": "whe_1"}))
        created = client.webhook_endpoints.create({"url": "https://college.example"})
        self.assertEqual(created["endpoint_id"], "whe_1")

    def test_of_a_database_that_went_away_is_repeated_under_one_key(self) -> None:
        client = self.client(problem(503, "service_unavailable"), answer(201, {"endpoint_id": "whe_1"}))
        client.webhook_endpoints.create({"url": "https://college.example"})
        self.assertRegex(self.keys()[0], "^client-")
        self.assertEqual(len(set(self.keys())), 1)

    def test_that_waits_for_the_student_is_not_repeated_though_it_may_succeed_later(self) -> None:
        client = self.client(problem(409, "dda_not_authorised"))
        with self.assertRaises(ProblemError) as raised:
            client.checkouts.confirm("chk_1", ANY)
        self.assertEqual([raised.exception.retryable, len(self.heard)], [True, 1])

    def test_is_the_result_after_the_last_attempt(self) -> None:
        client = self.client(problem(503, "service_unavailable"), max_retries=2)
        with self.assertRaises(ProblemError):
            client.checkouts.retrieve("chk_1")
        self.assertEqual(len(self.heard), 3)

    def test_whose_retry_after_is_beyond_the_time_for_retries_is_the_callers_to_wait_for(self) -> None:
        client = self.client(problem(429, "rate_limited", retry_after="3600"))
        with self.assertRaises(ProblemError) as raised:
            client.checkouts.create(BODY)
        self.assertEqual([raised.exception.retry_after, len(self.heard)], [3600, 1])

    def test_may_name_a_date_to_wait_for_or_nothing_that_can_be_read(self) -> None:
        for text, expected in [("Wed, 21 Oct 2015 07:28:00 GMT", 0), ("soon", None), ("-1", None)]:
            client = self.client(problem(503, "service_unavailable", retry_after=text), max_retries=0)
            with self.assertRaises(ProblemError) as raised:
                client.environment()
            self.assertEqual(raised.exception.retry_after, expected)


class AnothersAnswer(ScriptedTest):
    def test_of_a_proxy_is_no_refusal_and_is_not_taken_for_one(self) -> None:
        for sent, status in enumerate([500, 502, 524], start=1):
            client = self.client(answer(status, b"Bad", {"Content-Type": "text/html"}), max_retries=1)
            with self.assertRaises(NoAnswerError) as raised:
                client.checkouts.create(BODY)
            self.assertEqual([raised.exception.status, len(self.heard)], [status, 2 * sent])

    def test_that_is_none_of_the_services_is_no_success_and_no_other_exception(self) -> None:
        short = {"code": "x", "request_id": "req_1"}
        odd = {"status": 400, "retryable": False, "user_message": "Sorry.", "errors": [None]}
        bodies: list[Any] = [None, b"null", b"[]", b"[" * 100_000, b"1e99999999999999999999"]
        strange = [*(answer(200, body) for body in bodies), answer(204), answer(304)]
        refusals = [answer(400, short), answer(400, {**short, **odd}), answer(400, {**short, **odd, "errors": 5})]
        for given in [*strange, *refusals]:
            client = self.client(given, max_retries=0)
            with self.subTest(given=given[2][:20]), self.assertRaises(NoAnswerError):
                client.webhook_endpoints.create({"url": "https://college.example"})

    def test_of_a_login_page_is_not_taken_for_a_checkout(self) -> None:
        client = self.client(answer(200, b"<html>", {"Content-Type": "text/html"}))
        with self.assertRaisesRegex(NoAnswerError, "The response 200 is not from Provider Checkout"):
            client.checkouts.retrieve("chk_1")

    def test_that_leads_elsewhere_is_not_followed_with_the_key(self) -> None:
        client = self.client(answer(307, None, {"Location": f"{self.url}/elsewhere"}))
        with self.assertRaises(NoAnswerError) as raised:
            client.checkouts.create(BODY)
        self.assertEqual([raised.exception.status, len(self.heard)], [307, 1])


class AnotherSender(ScriptedTest):
    def test_is_called_for_each_attempt_and_its_failures_are_lost_answers(self) -> None:
        asked = []

        def send(request, timeout):
            asked.append((request.method, request.url, timeout))
            if len(asked) == 1:
                raise OSError("The proxy is away")
            return Response(200, {"content-type": "application/json"}, b'{"environment":"sandbox"}')

        client = self.client(send=send, timeout=7)
        self.assertEqual(client.environment(), {"environment": "sandbox"})
        self.assertEqual(asked, [("GET", f"{self.url}/v1/environment", 7)] * 2)
