"""What tests in the sandbox need."""

from __future__ import annotations

import secrets
import string
from typing import Literal

TestCard = Literal[
    "visa",
    "visa_debit",
    "mastercard",
    "mastercard_2series",
    "amex",
    "discover",
    "diners",
    "jcb",
    "unionpay",
    "declined_generic_decline",
    "declined_insufficient_funds",
    "declined_lost_card",
    "declined_stolen_card",
    "declined_expired_card",
    "declined_incorrect_cvc",
    "declined_processing_error",
    "answer_lost",
]
"""A card of the sandbox, by its name."""


def test_token(card: TestCard) -> str:
    """A new token of a test card, `tok_test_<card>_<22 letters>`: for the sandbox alone, and for one checkout."""
    return f"tok_test_{card}_{letters(22)}"


# By its name pytest would run it as a test of whoever imports it.
setattr(test_token, "__test__", False)  # noqa: B010


def letters(count: int) -> str:
    """Letters only: digits in a row may look like a card number, which the service refuses."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(count))
