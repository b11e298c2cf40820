"""How long an outcome is waited for."""

from __future__ import annotations

import random
import time

from . import operations, types
from .errors import NoAnswerError, ProblemError, WaitTimeoutError
from .resource import path_of


class Checkouts(operations.Checkouts):
    def wait_for_outcome(
        self,
        checkout_id: str,
        *,
        timeout: float = 120,
        interval: float = 5,
        student_is_acting: bool = False,
    ) -> types.CheckoutStatus:
        """The checkout as soon as `next_action` is something else than waiting.

        That is `none` (its status is final), `confirm`, or the student's turn: `authorise_direct_debit`, or `wait`
        with a `url`. With `student_is_acting` the student's turn is waited for too. `timeout` and `interval`, between
        two questions, are seconds. What passes, such as a lost connection, ends no wait.

        Raises WaitTimeoutError with the checkout as it was last seen, ProblemError for a refusal that does not pass.
        """
        until = time.monotonic() + timeout
        path = path_of("/v1/provider-checkouts/{checkout_id}", checkout_id=checkout_id)
        last: types.CheckoutStatus | None = None
        etag: str | None = None
        while (left := until - time.monotonic()) > 0:
            pause = interval
            try:
                answer = self._requests.ask("GET", path, headers={"If-None-Match": etag}, limit=left)
                if answer.status != 304:
                    last, etag = answer.data, answer.headers["ETag"]
                if last is not None and not _is_waiting(last, student_is_acting):
                    return last
            except NoAnswerError:
                pass
            except ProblemError as problem:
                if not problem.retryable:
                    raise
                pause = max(pause, problem.retry_after or 0)
            time.sleep(max(0, min(pause * (1 + random.random() / 5), until - time.monotonic())))
        status = "unknown" if last is None else last["checkout_status"]
        raise WaitTimeoutError(f"The checkout is {status} after {timeout} seconds", last)


def _is_waiting(checkout: types.CheckoutStatus, student_is_acting: bool) -> bool:
    action = checkout["next_action"]
    if action["type"] == "authorise_direct_debit":
        return student_is_acting
    # An address is where the student answers the bank; None stands for one that this key may not read.
    return action["type"] == "wait" and ("url" not in action or student_is_acting)
