import json
import unittest
from decimal import Decimal
from pathlib import Path
from typing import Any

from provider_checkout import _AMOUNTS, from_json, to_json

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

    def test_knows_every_amount_of_the_document(self) -> None:
        document = json.loads((Path(__file__).parents[3] / "openapi.json").read_text("utf-8"))
        self.assertEqual(sorted(_AMOUNTS), sorted(numbers_in(document)))


def numbers_in(schema: Any) -> "set[str]":
    """The names of fields that are numbers with decimals, in a schema and all schemas inside it."""
    if isinstance(schema, list):
        return set().union(*map(numbers_in, schema))
    if not isinstance(schema, dict):
        return set()
    fields = schema["properties"] if isinstance(schema.get("properties"), dict) else {}
    own = {name for name, one in fields.items() if "number" in kinds_of(one)}
    return own.union(*map(numbers_in, schema.values()))


def kinds_of(schema: Any) -> "list[str]":
    kind = schema.get("type", [])
    return sum((kinds_of(one) for one in schema.get("anyOf", [])), kind if isinstance(kind, list) else [kind])
