import unittest
from decimal import Decimal
from typing import Any

from provider_checkout import to_json, types
from provider_checkout.json_text import from_json

from .scripted import ScriptedTest, answer

PLAN = '{"number_of_instalments":26,"instalment_amount":57.69,"upfront_payment":1500,"schedule":[{"amount":0}]}'


class Amounts(ScriptedTest):
    def test_of_an_answer_are_decimals_with_cents_or_without_and_counts_are_not(self) -> None:
        client: Any = self.client(answer(200, PLAN.encode()))
        plan = client.checkouts.retrieve("chk_1")
        found = [plan["instalment_amount"], plan["upfront_payment"], plan["schedule"][0]["amount"]]
        self.assertEqual(found, [Decimal("57.69"), Decimal(1500), Decimal(0)])
        self.assertEqual([type(one) for one in found], [Decimal] * 3)
        self.assertIs(type(plan["number_of_instalments"]), int)
        self.assertEqual(to_json(plan), PLAN)

    def test_of_a_request_are_sent_digit_by_digit(self) -> None:
        third = Decimal(100) / 3
        body: Any = {"pricing": [Decimal("57.69"), Decimal("1E+3"), 57.69, 1500, third.quantize(Decimal("0.01"))]}
        self.client(answer(201, {})).checkouts.create(body)
        self.assertEqual(self.heard[0].body, b'{"pricing":[57.69,1000,57.69,1500,33.33]}')


class Json(unittest.TestCase):
    def test_is_what_pythons_own_would_write_of_all_else(self) -> None:
        value = {"a": [None, True, 'Zoë "\\\n', {}], "b": {"c": ()}}
        self.assertEqual(from_json(to_json(value)), {"a": [None, True, 'Zoë "\\\n', {}], "b": {"c": []}})

    def test_has_no_number_that_is_none(self) -> None:
        for none in [Decimal("NaN"), Decimal("Infinity"), float("nan")]:
            self.assertRaises(ValueError, to_json, {"amount": none})
        self.assertRaises(TypeError, to_json, {"date": object()})

    def test_of_metadata_stays_text(self) -> None:
        self.assertEqual(from_json('{"metadata":{"amount":"5"}}'), {"metadata": {"amount": "5"}})
        self.assertIn("amount", types.AMOUNTS)
