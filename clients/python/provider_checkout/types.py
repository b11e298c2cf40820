# Made from openapi.json by `npm run openapi`: do not change it by hand.
"""The schemas of the API's document, by their names there: what bodies and answers hold."""

from __future__ import annotations

import sys
from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Literal, TypedDict, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired
elif TYPE_CHECKING:
    from typing_extensions import NotRequired

GivenAmount = Union[Decimal, int, float]
"""An amount of a request, in dollars with at most two decimals."""

GivenDate = Union[date, str]
"""A date of a request; as text `YYYY-MM-DD`."""

GivenTime = Union[datetime, str]
"""A moment of a request, with its time zone."""


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["malformed_request", "request_timeout", "headers_too_large", "invalid_json", "invalid_idempotency_key", "authentication_required", "invalid_api_key", "api_key_expired", "api_key_wrong_environment", "card_declined", "provider_code_mismatch", "insufficient_scope", "checkout_token_invalid", "checkout_not_found", "agreement_not_found", "agreement_being_made", "event_not_found", "webhook_endpoint_not_found", "not_found", "checkout_id_required", "method_not_allowed", "dda_not_authorised", "confirm_not_applicable", "already_confirmed", "cancel_not_applicable", "dda_not_applicable", "expire_not_applicable", "charge_not_pending", "duplicate_order", "idempotency_in_progress", "webhook_endpoint_disabled", "webhook_endpoint_limit_reached", "checkout_expired", "checkout_cancelled", "body_too_large", "unsupported_media_type", "validation_failed", "idempotency_key_reused", "rate_limited", "internal_error", "service_unavailable"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class Warning(TypedDict):
    """A member of the request that nothing reads."""

    pointer: str
    """JSON pointer (RFC 6901) to the member in the request."""
    message: str
    """For the integrator: what became of it."""


class FieldError(TypedDict):
    """One member to correct."""

    field: str
    """The member's path with points, or the parameter's name."""
    pointer: str
    """JSON pointer (RFC 6901) into the body, or of the parameter."""
    code: Literal["required", "wrong_type", "too_long", "not_allowed_characters", "wrong_format", "not_an_option", "not_allowed", "must_be_greater_than_zero", "must_not_be_negative", "too_small", "too_large", "too_many_decimals", "must_equal", "date_too_early", "date_too_late", "plan_does_not_sum", "policy_price", "policy_deposit", "policy_too_few_instalments", "policy_too_many_instalments", "policy_instalment_too_small", "policy_first_date", "policy_last_date", "card_number_not_allowed", "token_unknown", "token_already_used", "dda_required", "declaration_required", "deposit_not_confirmed", "does_not_match"]
    """Which fault it is. The list is closed; `/docs/problems` explains each."""
    message: str
    """For the integrator: what is wrong and how to mend it."""
    expected: NotRequired[str]
    """What would have been right, always as text."""
    suggestion: NotRequired[PlanSuggestion | None]
    """With `plan_does_not_sum`: instalments that sum, or null where none do."""


class PlanSuggestion(TypedDict):
    """Instalments that sum to what is financed."""

    instalment_amount: Decimal
    """Each instalment but the last, in dollars."""
    last_instalment_amount: Decimal
    """The last instalment, in dollars."""


class ValidationFailedProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["validation_failed"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    errors: list[FieldError]
    """Every member to correct, all at once: the first 100."""


class IdempotencyKeyReusedProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["idempotency_key_reused"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class CardPaymentDeclined(TypedDict):
    """A charge that the bank declined."""

    success: Literal[False]
    """No charge is known to have succeeded."""
    status: Literal["declined"]
    """The bank declined the card."""
    decline_code: str
    """Why it was declined. The list may grow."""


class CardDeclinedProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["card_declined"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""
    card_payment: CardPaymentDeclined
    """What became of the charge."""


class NextAction(TypedDict):
    """What the caller, or the student, does next."""

    type: Literal["authorise_direct_debit", "confirm", "wait", "none"]
    """`authorise_direct_debit`: the student signs on the hosted page. `confirm`: you confirm the plan. `wait`: ask for the status again later. `none`: nothing is left to do."""
    url: NotRequired[str | None]
    """With `authorise_direct_debit`: the `setup_url`. With `wait`, where the student's bank asks for more: where the student answers it. Null for a key without `checkouts:write`."""


class DuplicateOrderProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["duplicate_order"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""
    checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"]
    """Where that checkout stands. For your system, not for the student of this request."""
    same_request: bool
    """Whether that checkout is of this same request: same student (email), course, prices and plan. False means that the order reference was used for something else, perhaps for another student."""
    differences: NotRequired[list[str]]
    """What differs from that checkout, without its values. Left out where `same_request` is true."""
    next_action: NextAction | None
    """How to continue with that checkout. Null where `same_request` is false."""


class IdempotencyInProgressProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["idempotency_in_progress"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: NotRequired[str]
    """The checkout that stands in the way, or that was tried."""


class DdaNotAuthorisedProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["dda_not_authorised"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class AlreadyConfirmedProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["already_confirmed"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class CancelNotApplicableProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["cancel_not_applicable"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class ExpireNotApplicableProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["expire_not_applicable"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class ChargeNotPendingProblem(TypedDict):
    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["charge_not_pending"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""
    checkout_id: str
    """The checkout that stands in the way, or that was tried."""


class Environment(TypedDict):
    """What this deployment is."""

    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    gateway_mode: Literal["test", "live"]
    """The card gateway's mode: `test` in the sandbox, where no card is charged."""
    gateway_publishable_key: str
    """Public by design: for the capture script in the student's browser."""
    ready_for_api_calls: bool
    """Whether requests will be served: the database is there and up to date."""


class CreateCheckoutRequest(TypedDict):
    provider: ProviderReference
    """Who enrols the student, and for which order."""
    student: Student
    """Who is enrolled."""
    course: Course
    """What the student enrols in."""
    pricing: PricingRequest
    """The course fee and how much of it this checkout takes."""
    plan: PlanRequest
    """How it is paid. Required for Pay Now too."""
    card_payment: NotRequired[CardPaymentRequest | None]
    """The card to charge: required for Pay Now, null or left out for a plan."""
    metadata: NotRequired[dict[str, str | None] | None]
    """Pairs of your own, such as references of your systems: up to 20 keys of 1 to 40 characters, with texts of up to 500. Given back with the checkout wherever it is shown, and a filter of its list; nothing else reads them. Empty is as absent. A card number is refused."""


class ProviderReference(TypedDict):
    """Who enrols the student, and for which order."""

    provider_code: str
    """Your provider code. It must be the one that the API key is bound to."""
    provider_order_id: str
    """Your own reference of the order, compared exactly. An order has one live or completed checkout."""
    provider_account_id: NotRequired[str | None]
    """Your own reference of the account, or of the student's record in your system. Null where there is none."""


class Student(TypedDict):
    """Who is enrolled."""

    first_name: str
    """The student's given name, as it appears on the agreement."""
    last_name: str
    """The student's family name, as it appears on the agreement."""
    email: str
    """The student's e-mail address. Where the service writes to students, it writes there."""


class Course(TypedDict):
    """What the student enrols in."""

    course_name: str
    """The name of the course, as the student reads it."""


class PricingRequest(TypedDict):
    """The course fee and how much of it this checkout takes."""

    course_price: GivenAmount
    """The full course fee, in dollars with at most two decimals."""
    amount_to_finance: GivenAmount
    """What is to be paid by this checkout, in dollars: for Pay Now the course price, for a plan what its instalments add up to."""
    upfront_payment: NotRequired[GivenAmount | None]
    """In dollars. Pay Now: the course price. A plan: the deposit, which you collect yourself; null or left out, it is what `amount_to_finance` leaves of the price."""


class PlanRequest(TypedDict):
    """How it is paid. Required for Pay Now too."""

    payment_type: Literal["upfront_payment", "interest_free_payment_plan"]
    """`upfront_payment` for Pay Now, `interest_free_payment_plan` for a plan."""
    payment_frequency: Literal["Upfront", "Weekly", "Fortnightly", "Monthly"]
    """How often an instalment is due. `Upfront` for Pay Now and for nothing else."""
    number_of_instalments: int
    """How many instalments the plan has. 1 for Pay Now."""
    instalment_amount: GivenAmount
    """Each instalment in dollars; the last takes up the remainder and may differ by some cents. For Pay Now the course price."""
    first_payment_date: GivenDate
    """Date on which the first instalment is due, `YYYY-MM-DD` in the provider's time zone. For Pay Now any date; it is kept as sent."""


class CardPaymentRequest(TypedDict):
    """The card to charge: for Pay Now only."""

    token: str
    """A token of the capture script. A card number is refused."""
    amount_to_charge_now: GivenAmount
    """What the card is charged, in dollars. It must be the course price."""
    payment_purpose: Literal["card"]
    """What the payment is for: `card`."""


class CreatedCheckoutCheckout(TypedDict):
    """Ids and token, whole as confirm takes them."""

    checkout_id: str
    """The checkout's id."""
    opportunity_id: str | None
    """The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline."""
    dda_id: str | None
    """The id of the direct debit authority. Null for Pay Now."""
    checkout_token: str
    """Opaque; shown by create and by the checkout-token operation only. Confirm asks for it."""


class CreatedCheckoutLinks(TypedDict):
    """Addresses of this checkout."""

    self: str
    """The status of this checkout."""


class CreatedCheckout(TypedDict):
    """The checkout with its token."""

    checkout: CreatedCheckoutCheckout
    """Ids and token, whole as confirm takes them."""
    checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"]
    """Where the checkout stands. `Payment Processing` is a paid Pay Now. See `/docs/states`."""
    authorisation_status: Literal["Pending", "Authorised", "Paid Upfront", "Failed", "Cancelled"]
    """Whether the payment is authorised: by the student's bank authority or by the card charge."""
    opportunity_stage: Literal["Checkout Started", "Direct Debit Authorised", "Payment Plan Signed", "Payment Processing", "Paid Upfront", "Closed Lost"] | None
    """Where the enrolment stands as an Opportunity. Null for Pay Now while there is none: until the card gateway was asked, and after a decline."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    currency: Literal["AUD"]
    """Of all amounts: Australian dollars."""
    provider: CheckoutProvider
    """The provider and its own references."""
    student: CheckoutStudent
    """The student as sent with this checkout."""
    course: CheckoutCourse
    """The course."""
    pricing: CheckoutPricing
    """The amounts, in dollars."""
    plan: CheckoutPlan
    """How it is paid, with the schedule of debits."""
    metadata: NotRequired[dict[str, str]]
    """As sent with create; left out where there is none."""
    card_payment: CardPayment | None
    """What is known of the card charge. Null for a plan."""
    direct_debit: DirectDebit | None
    """The student's authority to debit a bank account. Null for Pay Now."""
    agreement: Agreement | None
    """The signed Payment Plan Agreement. Null until the plan is confirmed, and for Pay Now."""
    next_action: NextAction
    """What the caller, or the student, does next."""
    created_at: str
    """When the checkout was created. UTC."""
    expires_at: str | None
    """When a plan that nobody authorises and confirms expires, or did. Null where nothing expires any more, and for Pay Now. UTC."""
    links: CreatedCheckoutLinks
    """Addresses of this checkout."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class CheckoutProvider(TypedDict):
    """The provider and its own references."""

    provider_code: str
    """The provider's code."""
    provider_order_id: str
    """Your reference of the order."""
    provider_account_id: str | None
    """Your own reference of the account, or of the student's record in your system. Null where there is none."""


class CheckoutStudent(TypedDict):
    """The student as sent with this checkout."""

    first_name: str
    """The student's given name, as it appears on the agreement."""
    last_name: str
    """The student's family name, as it appears on the agreement."""
    email: str
    """The student's e-mail address. Where the service writes to students, it writes there."""


class CheckoutCourse(TypedDict):
    """The course."""

    course_name: str
    """The name of the course, as the student reads it."""


class CheckoutPricing(TypedDict):
    """The amounts, in dollars."""

    course_price: Decimal
    """The full course fee, in dollars with at most two decimals."""
    amount_to_finance: Decimal
    """What is to be paid by this checkout, in dollars: for Pay Now the course price, for a plan what its instalments add up to."""
    upfront_payment: Decimal
    """In dollars. Pay Now: the course price. A plan: the deposit, 0 where there is none."""


class CheckoutPlan(TypedDict):
    """How it is paid, with the schedule of debits."""

    payment_type: Literal["upfront_payment", "interest_free_payment_plan"]
    """`upfront_payment` for Pay Now, `interest_free_payment_plan` for a plan."""
    payment_frequency: Literal["Upfront", "Weekly", "Fortnightly", "Monthly"]
    """How often an instalment is due. `Upfront` for Pay Now and for nothing else."""
    number_of_instalments: int
    """How many instalments the plan has. 1 for Pay Now."""
    instalment_amount: Decimal
    """Each instalment in dollars; the last takes up the remainder and may differ by some cents. For Pay Now the course price."""
    first_payment_date: str
    """Date on which the first instalment is due, `YYYY-MM-DD` in the provider's time zone. For Pay Now any date; it is kept as sent."""
    schedule: list[Instalment]
    """Every debit in order. It is recorded at create, and then no date or amount moves. Empty for Pay Now."""


class Instalment(TypedDict):
    """One debit of the plan."""

    number: int
    """Which instalment it is, from 1."""
    due_date: str
    """The date on which it is due, `YYYY-MM-DD`."""
    debit_date: str
    """The date on which it is debited: the due date, or the next business day."""
    amount: Decimal
    """What is debited, in dollars."""
    balance_after: Decimal
    """What is still owed after it, in dollars. 0 after the last."""


class CardPaymentSucceededCard(TypedDict):
    """All that is known of the card."""

    scheme: str
    """The card's scheme, such as `visa`, `mastercard` or `amex`."""
    last4: str
    """The last four digits of the card number."""


class CardPaymentSucceeded(TypedDict):
    success: Literal[True]
    """The card was charged and the enrolment is paid."""
    status: Literal["succeeded"]
    """The card was charged."""
    amount_charged: Decimal
    """What was charged, in dollars."""
    card: CardPaymentSucceededCard
    """All that is known of the card."""
    receipt_number: str
    """The card gateway's number of the charge."""


class CardPaymentPending(TypedDict):
    success: Literal[False]
    """No charge is known to have succeeded."""
    status: Literal["pending"]
    """The outcome is not known yet. Do not pay again."""


class CardPaymentFailed(TypedDict):
    success: Literal[False]
    """No charge is known to have succeeded."""
    status: Literal["failed"]
    """The gateway took no charge."""


class DirectDebitAccount(TypedDict):
    bsb: str
    """The BSB of the branch."""
    ending: str
    """The last digits of the account number: three, or two of a short one."""


class DirectDebit(TypedDict):
    """The student's authority to debit a bank account."""

    status: Literal["Pending", "Authorised", "Cancelled", "Expired"]
    """Where the direct debit authority stands. See `/docs/states`."""
    setup_url: str | None
    """The hosted page, while the bank authority is awaited. Null for a key without `checkouts:write`: who holds the address can authorise."""
    expires_at: str | None
    """Until when the student can authorise. Null once there is nothing left to authorise. UTC."""
    authorised_at: str | None
    """When the student authorised it. Null before. UTC."""
    account: DirectDebitAccount | None
    """All that is ever shown of the bank account. Null until it is authorised."""


class Agreement(TypedDict):
    """The signed Payment Plan Agreement."""

    agreement_id: str
    """The agreement's id."""
    status: Literal["ready", "being_made"]
    """`being_made`: the plan is signed, and the PDF follows by itself. The event `agreement.ready` says when it is `ready`."""
    version: str
    """The version of its wording."""
    content_sha256: str
    """SHA-256 of what was signed, which the PDF is made from, in hexadecimal."""
    sha256: str | None
    """SHA-256 of the PDF's bytes in hexadecimal. Null while it is being made."""
    url: str
    """Where the PDF is, for a key with `checkouts:read`."""
    signed_at: str
    """When the plan was confirmed. UTC."""


class QuoteRequest(TypedDict):
    pricing: PricingRequest
    """The course fee and how much of it this checkout takes."""
    plan: PlanToQuote
    """The payment plan that is asked about."""


class PlanToQuote(TypedDict):
    """The payment plan that is asked about."""

    number_of_instalments: int
    """How many instalments the plan would have."""
    first_payment_date: GivenDate
    """Date on which the first instalment would be due, `YYYY-MM-DD` in the provider's time zone."""
    payment_frequency: Literal["Weekly", "Fortnightly", "Monthly"]
    """How often an instalment would be due."""
    instalment_amount: NotRequired[GivenAmount | None]
    """In dollars: every instalment but the last. Null or left out, the amount is split as evenly as it may be."""


class Quote(TypedDict):
    """What a payment plan of these terms would be, made now."""

    pricing: CheckoutPricing
    """The amounts, in dollars."""
    plan: CheckoutPlan
    """How it is paid, with the schedule of debits."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class CheckoutList(TypedDict):
    """A page of checkouts."""

    data: list[CheckoutWithoutActions]
    """The checkouts of this page, newest first."""
    next_cursor: str | None
    """The `cursor` of the next page. Null on the last page."""


class CheckoutWithoutActionsCheckout(TypedDict):
    """The ids of the checkout and of what belongs to it."""

    checkout_id: str
    """The checkout's id."""
    opportunity_id: str | None
    """The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline."""
    dda_id: str | None
    """The id of the direct debit authority. Null for Pay Now."""


class CheckoutWithoutActionsNextAction(TypedDict):
    """What the caller, or the student, does next."""

    type: Literal["authorise_direct_debit", "confirm", "wait", "none"]
    """`authorise_direct_debit`: the student signs on the hosted page. `confirm`: you confirm the plan. `wait`: ask for the status again later. `none`: nothing is left to do."""


class CheckoutWithoutActionsLinks(TypedDict):
    """Addresses of this checkout."""

    self: str
    """The status of this checkout."""


class CheckoutWithoutActions(TypedDict):
    """The checkout without addresses of action and bank details."""

    checkout: CheckoutWithoutActionsCheckout
    """The ids of the checkout and of what belongs to it."""
    checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"]
    """Where the checkout stands. `Payment Processing` is a paid Pay Now. See `/docs/states`."""
    authorisation_status: Literal["Pending", "Authorised", "Paid Upfront", "Failed", "Cancelled"]
    """Whether the payment is authorised: by the student's bank authority or by the card charge."""
    opportunity_stage: Literal["Checkout Started", "Direct Debit Authorised", "Payment Plan Signed", "Payment Processing", "Paid Upfront", "Closed Lost"] | None
    """Where the enrolment stands as an Opportunity. Null for Pay Now while there is none: until the card gateway was asked, and after a decline."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    currency: Literal["AUD"]
    """Of all amounts: Australian dollars."""
    provider: CheckoutProvider
    """The provider and its own references."""
    student: CheckoutStudent
    """The student as sent with this checkout."""
    course: CheckoutCourse
    """The course."""
    pricing: CheckoutPricing
    """The amounts, in dollars."""
    plan: CheckoutPlan
    """How it is paid, with the schedule of debits."""
    metadata: NotRequired[dict[str, str]]
    """As sent with create; left out where there is none."""
    card_payment: CardPayment | None
    """What is known of the card charge. Null for a plan."""
    direct_debit: DirectDebitWithoutActions | None
    """The student's authority to debit a bank account. Null for Pay Now."""
    agreement: Agreement | None
    """The signed Payment Plan Agreement. Null until the plan is confirmed, and for Pay Now."""
    next_action: CheckoutWithoutActionsNextAction
    """What the caller, or the student, does next."""
    created_at: str
    """When the checkout was created. UTC."""
    expires_at: str | None
    """When a plan that nobody authorises and confirms expires, or did. Null where nothing expires any more, and for Pay Now. UTC."""
    links: CheckoutWithoutActionsLinks
    """Addresses of this checkout."""


class DirectDebitWithoutActions(TypedDict):
    """The direct debit authority without address and account."""

    status: Literal["Pending", "Authorised", "Cancelled", "Expired"]
    """Where the direct debit authority stands. See `/docs/states`."""
    setup_url: None
    """Null here: only the status has the address."""
    expires_at: str | None
    """Until when the student can authorise. Null once there is nothing left to authorise. UTC."""
    authorised_at: str | None
    """When the student authorised it. Null before. UTC."""
    account: None
    """Null here: only the status has it."""


class CheckoutStatusCheckout(TypedDict):
    """The ids of the checkout and of what belongs to it."""

    checkout_id: str
    """The checkout's id."""
    opportunity_id: str | None
    """The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline."""
    dda_id: str | None
    """The id of the direct debit authority. Null for Pay Now."""


class CheckoutStatusLinks(TypedDict):
    """Addresses of this checkout."""

    self: str
    """The status of this checkout."""


class CheckoutStatus(TypedDict):
    """The checkout with its timeline."""

    checkout: CheckoutStatusCheckout
    """The ids of the checkout and of what belongs to it."""
    checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"]
    """Where the checkout stands. `Payment Processing` is a paid Pay Now. See `/docs/states`."""
    authorisation_status: Literal["Pending", "Authorised", "Paid Upfront", "Failed", "Cancelled"]
    """Whether the payment is authorised: by the student's bank authority or by the card charge."""
    opportunity_stage: Literal["Checkout Started", "Direct Debit Authorised", "Payment Plan Signed", "Payment Processing", "Paid Upfront", "Closed Lost"] | None
    """Where the enrolment stands as an Opportunity. Null for Pay Now while there is none: until the card gateway was asked, and after a decline."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    currency: Literal["AUD"]
    """Of all amounts: Australian dollars."""
    provider: CheckoutProvider
    """The provider and its own references."""
    student: CheckoutStudent
    """The student as sent with this checkout."""
    course: CheckoutCourse
    """The course."""
    pricing: CheckoutPricing
    """The amounts, in dollars."""
    plan: CheckoutPlan
    """How it is paid, with the schedule of debits."""
    metadata: NotRequired[dict[str, str]]
    """As sent with create; left out where there is none."""
    card_payment: CardPayment | None
    """What is known of the card charge. Null for a plan."""
    direct_debit: DirectDebit | None
    """The student's authority to debit a bank account. Null for Pay Now."""
    agreement: Agreement | None
    """The signed Payment Plan Agreement. Null until the plan is confirmed, and for Pay Now."""
    next_action: NextAction
    """What the caller, or the student, does next."""
    created_at: str
    """When the checkout was created. UTC."""
    expires_at: str | None
    """When a plan that nobody authorises and confirms expires, or did. Null where nothing expires any more, and for Pay Now. UTC."""
    links: CheckoutStatusLinks
    """Addresses of this checkout."""
    timeline: list[TimelineEntry]
    """What happened to the checkout, oldest first."""


class TimelineEntry(TypedDict):
    """What happened when, and by whom."""

    sequence: int
    """Counts the events of this checkout, from 1 without a gap."""
    event_id: str
    """The event's id; `GET /v1/events/{eventId}` shows it for 90 days."""
    type: Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]
    """What happened."""
    at: str
    """When it happened. UTC."""
    actor: str
    """Who did it: `api_key:key_…` for a call with that key, `student`, `staff:…` for an operator, or `system`."""
    request_id: str | None
    """The `Request-Id` of the request that did it. Null where no request did."""


class ConfirmCheckoutRequest(TypedDict):
    provider: ConfirmProvider
    """As in create."""
    checkout: ConfirmCheckout
    """The `checkout` object of create's answer, passed on unchanged."""
    payment: ConfirmPayment
    """What is agreed about the payments."""
    declarations: Declarations
    """What the student has declared. All three must be true."""


class ConfirmProvider(TypedDict):
    """As in create."""

    provider_code: str
    """Your provider code. It must be the one that the API key is bound to."""
    provider_order_id: str
    """Your reference of the order, as create had it."""


class ConfirmCheckout(TypedDict):
    """The `checkout` object of create's answer, passed on unchanged."""

    checkout_id: str
    """The checkout's id, the same as in the path."""
    checkout_token: str
    """The newest token of the checkout: that of create, or of the checkout-token operation."""
    opportunity_id: str
    """The id of the plan's Opportunity, as create answered it."""
    dda_id: str
    """The id of the plan's direct debit authority, as create answered it."""


class ConfirmPayment(TypedDict):
    """What is agreed about the payments."""

    payment_method: Literal["service_payment_plan"]
    """How the plan is paid: there is one way."""
    first_payment_date: GivenDate
    """The plan's `first_payment_date` as create had it, `YYYY-MM-DD`."""
    deposit_confirmed: bool
    """Whether you have received the deposit, which you collect yourself. Where the plan has one (`pricing.upfront_payment` above 0), `false` is refused with `deposit_not_confirmed`. Without a deposit there is nothing to confirm: send `true`; `false` is taken too. It is kept with the confirmation, and the same confirm sent again must have the same value."""


class Declarations(TypedDict):
    """What the student has declared. All three must be true."""

    payment_plan_accepted: Literal[True]
    """The student has accepted the Payment Plan Agreement."""
    information_confirmed: Literal[True]
    """The student has confirmed that the information given is right."""
    privacy_consent_accepted: Literal[True]
    """The student has consented to how personal information is handled."""


class CheckoutCheckout(TypedDict):
    """The ids of the checkout and of what belongs to it."""

    checkout_id: str
    """The checkout's id."""
    opportunity_id: str | None
    """The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline."""
    dda_id: str | None
    """The id of the direct debit authority. Null for Pay Now."""


class CheckoutLinks(TypedDict):
    """Addresses of this checkout."""

    self: str
    """The status of this checkout."""


class Checkout(TypedDict):
    """The checkout."""

    checkout: CheckoutCheckout
    """The ids of the checkout and of what belongs to it."""
    checkout_status: Literal["Awaiting Direct Debit", "Awaiting Confirmation", "Confirmed", "Payment Pending", "Payment Processing", "Payment Failed", "Expired", "Cancelled"]
    """Where the checkout stands. `Payment Processing` is a paid Pay Now. See `/docs/states`."""
    authorisation_status: Literal["Pending", "Authorised", "Paid Upfront", "Failed", "Cancelled"]
    """Whether the payment is authorised: by the student's bank authority or by the card charge."""
    opportunity_stage: Literal["Checkout Started", "Direct Debit Authorised", "Payment Plan Signed", "Payment Processing", "Paid Upfront", "Closed Lost"] | None
    """Where the enrolment stands as an Opportunity. Null for Pay Now while there is none: until the card gateway was asked, and after a decline."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    currency: Literal["AUD"]
    """Of all amounts: Australian dollars."""
    provider: CheckoutProvider
    """The provider and its own references."""
    student: CheckoutStudent
    """The student as sent with this checkout."""
    course: CheckoutCourse
    """The course."""
    pricing: CheckoutPricing
    """The amounts, in dollars."""
    plan: CheckoutPlan
    """How it is paid, with the schedule of debits."""
    metadata: NotRequired[dict[str, str]]
    """As sent with create; left out where there is none."""
    card_payment: CardPayment | None
    """What is known of the card charge. Null for a plan."""
    direct_debit: DirectDebit | None
    """The student's authority to debit a bank account. Null for Pay Now."""
    agreement: Agreement | None
    """The signed Payment Plan Agreement. Null until the plan is confirmed, and for Pay Now."""
    next_action: NextAction
    """What the caller, or the student, does next."""
    created_at: str
    """When the checkout was created. UTC."""
    expires_at: str | None
    """When a plan that nobody authorises and confirms expires, or did. Null where nothing expires any more, and for Pay Now. UTC."""
    links: CheckoutLinks
    """Addresses of this checkout."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class EmptyRequest(TypedDict):
    pass


class IssuedCheckoutTokenCheckout(TypedDict):
    """Ids and token, whole as confirm takes them."""

    checkout_id: str
    """The checkout's id."""
    opportunity_id: str | None
    """The id of the Opportunity, the record of the enrolment. Null for Pay Now until the card gateway was asked, and after a decline."""
    dda_id: str | None
    """The id of the direct debit authority. Null for Pay Now."""
    checkout_token: str
    """Opaque; shown by create and by the checkout-token operation only. Confirm asks for it."""


class IssuedCheckoutToken(TypedDict):
    """The new token; the one before is dead."""

    checkout: IssuedCheckoutTokenCheckout
    """Ids and token, whole as confirm takes them."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class EventList(TypedDict):
    """A page of events."""

    data: list[Event]
    """The events of this page, newest first."""
    next_cursor: str | None
    """The `cursor` of the next page. Null on the last page."""


class CheckoutCreatedEvent(TypedDict):
    """A checkout was created. For Pay Now its charge has no outcome yet."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["checkout.created"]
    """A checkout was created. For Pay Now its charge has no outcome yet."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class CheckoutExpiredEvent(TypedDict):
    """A plan was not authorised and confirmed in time."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["checkout.expired"]
    """A plan was not authorised and confirmed in time."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class CheckoutCancelledEvent(TypedDict):
    """A plan was cancelled before it was confirmed."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["checkout.cancelled"]
    """A plan was cancelled before it was confirmed."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class CardPaymentSucceededEvent(TypedDict):
    """The card was charged; the enrolment is paid."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["card_payment.succeeded"]
    """The card was charged; the enrolment is paid."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class CardPaymentFailedEvent(TypedDict):
    """The card was declined, or this checkout's charge was never made."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["card_payment.failed"]
    """The card was declined, or this checkout's charge was never made."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class DirectDebitAuthorisedEvent(TypedDict):
    """The student has authorised the direct debit; the plan awaits confirm."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["direct_debit.authorised"]
    """The student has authorised the direct debit; the plan awaits confirm."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class PaymentPlanSignedEvent(TypedDict):
    """The plan was confirmed; the PDF of its Payment Plan Agreement is being made."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["payment_plan.signed"]
    """The plan was confirmed; the PDF of its Payment Plan Agreement is being made."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class AgreementReadyEvent(TypedDict):
    """The PDF of the signed Payment Plan Agreement is made."""

    id: str
    """The event's id: the same at each delivery, and the `webhook-id`."""
    type: Literal["agreement.ready"]
    """The PDF of the signed Payment Plan Agreement is made."""
    timestamp: str
    """When it happened. UTC."""
    sequence: int
    """Counts the events of one checkout, from 1 without a gap."""
    environment: Literal["sandbox", "production"]
    """`sandbox`, where no money moves, or `production`."""
    data: CheckoutWithoutActions
    """The checkout as it was at that change, without addresses of action and bank details."""


class WebhookEndpointList(TypedDict):
    """The provider's endpoints."""

    data: list[WebhookEndpoint]
    """All endpoints of the provider."""


class WebhookEndpoint(TypedDict):
    """An address that events are sent to."""

    endpoint_id: str
    """The endpoint's id."""
    url: str
    """Where events are sent."""
    description: str | None
    """For people: which system this is. Null where nothing was said."""
    event_types: list[Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]]
    """The types that are sent. Empty for every type, also for those to come."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent to it."""
    disabled_reason: Literal["requested", "gone", "failing"] | None
    """Why it is disabled: `requested`, `gone` for an answer of 410, `failing` for five days without a success. Null while it is enabled."""
    failing_since: str | None
    """When it failed first since its last success. Null where nothing fails. UTC."""
    secret_rotating_until: str | None
    """Until then the secret before signs beside the present one. Null where none is being rotated. UTC."""
    created_at: str
    """When it was registered. UTC."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class NewWebhookEndpoint(TypedDict):
    url: str
    """Where events are sent: https, a public host, port 443 or one from 1024, no user info, no fragment."""
    description: NotRequired[str | None]
    """For people: which system this is. Null or left out where nothing is to be said."""
    event_types: NotRequired[list[Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]] | None]
    """The types to be sent. Empty, null or left out for all of them, also for those to come; where an endpoint is changed, null or left out changes nothing."""


class WebhookEndpointWithSecret(TypedDict):
    """The endpoint with its signing secret."""

    endpoint_id: str
    """The endpoint's id."""
    url: str
    """Where events are sent."""
    description: str | None
    """For people: which system this is. Null where nothing was said."""
    event_types: list[Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]]
    """The types that are sent. Empty for every type, also for those to come."""
    status: Literal["enabled", "disabled"]
    """Whether events are sent to it."""
    disabled_reason: Literal["requested", "gone", "failing"] | None
    """Why it is disabled: `requested`, `gone` for an answer of 410, `failing` for five days without a success. Null while it is enabled."""
    failing_since: str | None
    """When it failed first since its last success. Null where nothing fails. UTC."""
    secret_rotating_until: str | None
    """Until then the secret before signs beside the present one. Null where none is being rotated. UTC."""
    created_at: str
    """When it was registered. UTC."""
    secret: str
    """Signs what is sent. Shown now and never again."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class WebhookEndpointChanges(TypedDict):
    url: NotRequired[str | None]
    """As for a new endpoint."""
    description: NotRequired[str | None]
    """For people: which system this is. Null or left out where nothing is to be said."""
    event_types: NotRequired[list[Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]] | None]
    """The types to be sent. Empty, null or left out for all of them, also for those to come; where an endpoint is changed, null or left out changes nothing."""
    enabled: NotRequired[bool | None]
    """`false` stops it and cancels what is pending; `true` starts it again, with the events from then on. Null or left out changes nothing."""


class RotateWebhookSecret(TypedDict):
    overlap_hours: NotRequired[int | None]
    """For how many hours the old secret signs beside the new one; 24 where nothing is said."""


class TestWebhookEndpoint(TypedDict):
    event_type: NotRequired[Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"] | None]
    """Where none is named, the first that the endpoint takes."""


class WebhookDelivery(TypedDict):
    """One event on its way to one endpoint."""

    delivery_id: str
    """The delivery's id."""
    event_id: str
    """The `webhook-id`; the body sent is that of the event."""
    event_type: Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]
    """What happened."""
    kind: Literal["event", "replay", "test"]
    """`event` for the first sending, `replay` where it was asked for again, `test` for sample data."""
    status: Literal["pending", "delivered", "failed", "cancelled"]
    """`pending` until it ends; then `delivered` by a 2xx, `failed` after the last attempt, or `cancelled` with its endpoint."""
    next_attempt_at: str | None
    """When it is tried next. Null once it has ended. UTC."""
    created_at: str
    """When it was scheduled. UTC."""
    finished_at: str | None
    """When it ended. Null while it is pending. UTC."""
    attempts: list[WebhookAttempt]
    """What was tried, oldest first."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class WebhookAttempt(TypedDict):
    """One request and what came back."""

    number: int
    """Which attempt it is, from 1."""
    started_at: str
    """When it began. UTC."""
    duration_ms: int
    """How long it took, in milliseconds."""
    request_headers: list[SentHeader]
    """The headers of the request."""
    response_status: int | None
    """The HTTP status of the answer. Null where no answer came."""
    response_body: str | None
    """The answer's first 4 KiB, as text. Null where no answer came, and of a receiver on the service's own machine."""
    fault: str | None
    """Null for a success. Else why it was no success: `timeout`, `address_not_allowed` (the URL's own), `connection` (none, or no public address for the name), `tls`, `redirect`, `status`. Where no request was sent, `secret_unreadable` (no signing secret of the endpoint can be opened) or `not_made`: faults of the service, which never disable an endpoint."""


class SentHeader(TypedDict):
    """A header that was sent."""

    name: str
    """The header's name, in lower case."""
    value: str
    """What was sent."""


class ReplayEvents(TypedDict):
    """Either `event_id`, or `since` with or without `until`."""

    event_id: NotRequired[str | None]
    """One event, whatever types the endpoint takes."""
    since: NotRequired[GivenTime | None]
    """Every event from then on that the endpoint takes."""
    until: NotRequired[GivenTime | None]
    """Only those before it."""


class ReplayScheduled(TypedDict):
    """What will be sent again."""

    scheduled: int
    """How many events will be sent again; one that waited for it already is counted, and sent once."""
    next_since: NotRequired[str]
    """Only where a span has more events than one call schedules: `since` of the call that goes on. UTC."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class WebhookDeliveryList(TypedDict):
    """A page of deliveries."""

    data: list[WebhookDelivery]
    """The deliveries of this page, newest first."""
    next_cursor: str | None
    """The `cursor` of the next page. Null on the last page."""


class AuthoriseDirectDebitRequest(TypedDict):
    test_account: NotRequired[Literal["success", "closed", "not_authorised"] | None]
    """Which test account signs: `success`, or `closed` or `not_authorised`, which are marked to dishonour later. `success` where none is named."""


class ResolveChargeRequest(TypedDict):
    outcome: Literal["paid", "never_made"]
    """What became of the charge whose answer was lost: it was `paid`, or `never_made`."""


class SandboxEventRequest(TypedDict):
    type: Literal["checkout.created", "checkout.expired", "checkout.cancelled", "card_payment.succeeded", "card_payment.failed", "direct_debit.authorised", "payment_plan.signed", "agreement.ready"]
    """The type of the event that is sent, with sample data."""
    endpoint_id: NotRequired[str | None]
    """Where none is named, every enabled endpoint that takes the type."""


class TestsScheduled(TypedDict):
    """How many tests are under way."""

    scheduled: int
    """How many endpoints get it."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class Reset(TypedDict):
    """What a reset has deleted."""

    provider_code: str
    """The provider whose data were deleted."""
    deleted: ResetCounts
    """How many of each were deleted."""
    charges_under_way: int
    """Checkouts that stay, because their charge was being made at that moment: reset again to delete them. One whose charge is at a gateway that is no longer configured stays too."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


class ResetCounts(TypedDict):
    """How many of each were deleted."""

    checkouts: int
    """Checkouts."""
    charge_attempts: int
    """Records of calls to the card gateway."""
    opportunities: int
    """Opportunities."""
    bank_authorities: int
    """Bank authorities, with their sealed bank details."""
    agreements: int
    """Signed agreements."""
    events: int
    """Events."""
    idempotency_keys: int
    """Idempotency keys: each may be used again."""
    emails: int
    """E-mails to students, kept ones and those that were to be sent."""
    enrolments: int
    """Enrolments of the portal."""
    link_requests: int
    """Requests for a new link."""
    contacts: int
    """Contacts."""
    webhook_deliveries: int
    """Deliveries of webhooks, those under way too."""
    webhook_attempts: int
    """Attempts of deliveries."""
    requests: int
    """Entries of the request log."""
    sandbox_charges: int
    """Charges on the sandbox gateway's own records."""


class SandboxRequests(TypedDict):
    """The newest 20 requests of the API key."""

    data: list[SandboxRequest]
    """The requests, newest first."""


class SandboxRequest(TypedDict):
    """A request of an API key, and its answer."""

    request_id: str
    """The `Request-Id` of the answer."""
    at: str
    """When it was answered. UTC."""
    method: Literal["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "other"]
    """The request's method."""
    route: str
    """The template of its address; `none` where there is no such address. Neither ids nor queries are kept."""
    status: int
    """The answer's status."""
    code: Literal["malformed_request", "request_timeout", "headers_too_large", "invalid_json", "invalid_idempotency_key", "authentication_required", "invalid_api_key", "api_key_expired", "api_key_wrong_environment", "card_declined", "provider_code_mismatch", "insufficient_scope", "checkout_token_invalid", "checkout_not_found", "agreement_not_found", "agreement_being_made", "event_not_found", "webhook_endpoint_not_found", "not_found", "checkout_id_required", "method_not_allowed", "dda_not_authorised", "confirm_not_applicable", "already_confirmed", "cancel_not_applicable", "dda_not_applicable", "expire_not_applicable", "charge_not_pending", "duplicate_order", "idempotency_in_progress", "webhook_endpoint_disabled", "webhook_endpoint_limit_reached", "checkout_expired", "checkout_cancelled", "body_too_large", "unsupported_media_type", "validation_failed", "idempotency_key_reused", "rate_limited", "internal_error", "service_unavailable"] | None
    """The problem's `code`. Null where it was not refused."""
    duration_ms: int
    """Milliseconds until the answer."""


class SandboxCharges(TypedDict):
    """What the sandbox's card gateway has on record."""

    data: list[SandboxCharge]
    """The charges, oldest first."""


class SandboxCharge(TypedDict):
    """A charge on the sandbox gateway's own records."""

    provider_order_id: str
    """The order that was charged."""
    amount: Decimal
    """In dollars."""
    status: Literal["succeeded", "declined"]
    """Whether the gateway charged the card."""
    created_at: str
    """When the gateway was asked. UTC."""


class PlainProblem(TypedDict):
    """A problem document whose code has no members of its own."""

    type: str
    """The address of the code's documentation."""
    title: str
    """The problem in a few words, the same for each of its code."""
    status: int
    """The HTTP status, repeated."""
    code: Literal["malformed_request", "request_timeout", "headers_too_large", "invalid_json", "invalid_idempotency_key", "authentication_required", "invalid_api_key", "api_key_expired", "api_key_wrong_environment", "provider_code_mismatch", "insufficient_scope", "checkout_token_invalid", "checkout_not_found", "agreement_not_found", "agreement_being_made", "event_not_found", "webhook_endpoint_not_found", "not_found", "checkout_id_required", "method_not_allowed", "confirm_not_applicable", "dda_not_applicable", "webhook_endpoint_disabled", "webhook_endpoint_limit_reached", "checkout_expired", "checkout_cancelled", "body_too_large", "unsupported_media_type", "rate_limited", "internal_error", "service_unavailable"]
    """Which problem it is: decide by this. The list is closed; `/docs/problems` explains each."""
    detail: str
    """For the integrator: what happened this time."""
    instance: str
    """Path of the request."""
    request_id: str
    """Names the request in our logs; quote it when you ask."""
    retryable: bool
    """Whether the same request may succeed later."""
    user_message: str
    """Safe to show a student."""
    warnings: NotRequired[list[Warning]]
    """Sandbox only: members of the request that were ignored."""


CardPayment = Union[
    "CardPaymentSucceeded",
    "CardPaymentPending",
    "CardPaymentDeclined",
    "CardPaymentFailed",
]


Event = Union[
    "CheckoutCreatedEvent",
    "CheckoutExpiredEvent",
    "CheckoutCancelledEvent",
    "CardPaymentSucceededEvent",
    "CardPaymentFailedEvent",
    "DirectDebitAuthorisedEvent",
    "PaymentPlanSignedEvent",
    "AgreementReadyEvent",
]


AnyProblem = Union[
    "ValidationFailedProblem",
    "IdempotencyKeyReusedProblem",
    "CardDeclinedProblem",
    "DuplicateOrderProblem",
    "IdempotencyInProgressProblem",
    "DdaNotAuthorisedProblem",
    "AlreadyConfirmedProblem",
    "CancelNotApplicableProblem",
    "ExpireNotApplicableProblem",
    "ChargeNotPendingProblem",
    "PlainProblem",
]


ProblemCode = Literal["malformed_request", "request_timeout", "headers_too_large", "invalid_json", "invalid_idempotency_key", "authentication_required", "invalid_api_key", "api_key_expired", "api_key_wrong_environment", "card_declined", "provider_code_mismatch", "insufficient_scope", "checkout_token_invalid", "checkout_not_found", "agreement_not_found", "agreement_being_made", "event_not_found", "webhook_endpoint_not_found", "not_found", "checkout_id_required", "method_not_allowed", "dda_not_authorised", "confirm_not_applicable", "already_confirmed", "cancel_not_applicable", "dda_not_applicable", "expire_not_applicable", "charge_not_pending", "duplicate_order", "idempotency_in_progress", "webhook_endpoint_disabled", "webhook_endpoint_limit_reached", "checkout_expired", "checkout_cancelled", "body_too_large", "unsupported_media_type", "validation_failed", "idempotency_key_reused", "rate_limited", "internal_error", "service_unavailable"]


AMOUNTS = frozenset([
    "amount",
    "amount_charged",
    "amount_to_charge_now",
    "amount_to_finance",
    "balance_after",
    "course_price",
    "instalment_amount",
    "last_instalment_amount",
    "upfront_payment",
])
"""The members that are amounts, in dollars."""
