<?php
declare(strict_types=1);

require "provider-checkout.php";

$client = new ProviderCheckout(getenv("BASE_URL"), getenv("API_KEY"));
$orderId = "PHP-" . time();
$provider = ["provider_code" => getenv("PROVIDER_CODE"), "provider_order_id" => $orderId];
$student = ["first_name" => "Amelia", "last_name" => "Nguyen", "email" => "amelia@example.com"];
$course = ["course_name" => "Certificate IV in Bookkeeping"];

// Pay Now: the token comes from the capture script in the student's browser.
try {
    $paid = $client->create([
        "provider" => $provider,
        "student" => $student,
        "course" => $course,
        "pricing" => ["course_price" => 1500, "amount_to_finance" => 1500, "upfront_payment" => 1500],
        "plan" => [
            "payment_type" => "upfront_payment",
            "payment_frequency" => "Upfront",
            "number_of_instalments" => 1,
            "instalment_amount" => 1500,
            "first_payment_date" => date("Y-m-d"),
        ],
        "card_payment" => [
            "token" => getenv("CARD_TOKEN"),
            "amount_to_charge_now" => 1500,
            "payment_purpose" => "card",
        ],
    ], $orderId);
} catch (ProblemError $error) {
    if ($error->problem["code"] !== "card_declined") {
        throw $error;
    }
    exit($error->problem["user_message"] . "\n");
}
// The outcome is unknown while the card gateway's response is missing: wait, and never pay again.
if ($paid["next_action"]["type"] === "wait") {
    $paid = $client->waitForOutcome($paid["checkout"]["checkout_id"]);
}
echo $paid["checkout_status"], "\n";

// Payment plan
$provider["provider_order_id"] = "$orderId-PLAN";
$terms = [
    "provider" => $provider,
    "student" => $student,
    "course" => $course,
    "pricing" => ["course_price" => 1500, "amount_to_finance" => 1500],
    "plan" => [
        "payment_type" => "interest_free_payment_plan",
        "payment_frequency" => "Fortnightly",
        "number_of_instalments" => 26,
        "instalment_amount" => 57.69,
        "first_payment_date" => date("Y-m-d", time() + 14 * 86400),
    ],
];
$plan = $client->create($terms, "$orderId-PLAN");
$checkoutId = $plan["checkout"]["checkout_id"];

// The student opens $plan["direct_debit"]["setup_url"]. In the sandbox, in place of the student:
$client->request("POST", "/v1/sandbox/provider-checkouts/$checkoutId/authorise-direct-debit");
echo $client->retrieve($checkoutId)["checkout_status"], "\n";

$confirmed = $client->confirm($checkoutId, [
    "provider" => $provider,
    "checkout" => $plan["checkout"],
    "payment" => [
        "payment_method" => "service_payment_plan",
        "first_payment_date" => $plan["plan"]["first_payment_date"],
        "deposit_confirmed" => true,
    ],
    "declarations" => [
        "payment_plan_accepted" => true,
        "information_confirmed" => true,
        "privacy_consent_accepted" => true,
    ],
]);
echo $confirmed["opportunity_stage"], "\n";

// A plan that is not confirmed yet can be cancelled, which frees its order.
$terms["provider"]["provider_order_id"] = "$orderId-CANCELLED";
$other = $client->create($terms, "$orderId-CANCELLED");
echo $client->cancel($other["checkout"]["checkout_id"])["checkout_status"], "\n";
