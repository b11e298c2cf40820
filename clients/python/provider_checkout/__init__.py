"""A client of the Provider Checkout API."""

from . import types, webhooks
from .client import ProviderCheckout
from .errors import InvalidArgumentError, NoAnswerError, ProblemError, ProviderCheckoutError, WaitTimeoutError
from .json_text import to_json
from .resource import Answer
from .sandbox import TestCard, test_token
from .transport import Request, Response
from .webhooks import WebhookVerificationError

__all__ = [
    "Answer",
    "InvalidArgumentError",
    "NoAnswerError",
    "ProblemError",
    "ProviderCheckout",
    "ProviderCheckoutError",
    "Request",
    "Response",
    "TestCard",
    "WaitTimeoutError",
    "WebhookVerificationError",
    "test_token",
    "to_json",
    "types",
    "webhooks",
]
