<?php
declare(strict_types=1);

// The default response: if PHP displays errors, an exception below would otherwise be a 200, and the event would be lost.
http_response_code(500);

/** How far `webhook-timestamp` may be from this server's clock. */
const TOLERANCE_SECONDS = 300;

/**
 * The event of a webhook, or null if it must be refused. `$body` is the raw body.
 * `$secrets` is the endpoint's `whsec_…`, or both during a rotation.
 */
function verifiedEvent(string $body, string $id, string $timestamp, string $signatures, array $secrets): ?array
{
    if ($id === "" || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return null;
    }
    foreach ($secrets as $secret) {
        $key = base64_decode(substr($secret, strlen("whsec_")), true);
        if ($key === false || $key === "" || !str_starts_with($secret, "whsec_")) {
            throw new InvalidArgumentException("A webhook secret begins with whsec_");
        }
        $expected = "v1," . base64_encode(hash_hmac("sha256", "$id.$timestamp.$body", $key, true));
        foreach (explode(" ", $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return json_decode($body, true, flags: JSON_THROW_ON_ERROR);
            }
        }
    }
    return null;
}

$event = verifiedEvent(
    file_get_contents("php://input"),
    $_SERVER["HTTP_WEBHOOK_ID"] ?? "",
    $_SERVER["HTTP_WEBHOOK_TIMESTAMP"] ?? "",
    $_SERVER["HTTP_WEBHOOK_SIGNATURE"] ?? "",
    explode(" ", getenv("WEBHOOK_SECRET")),
);
if ($event === null) {
    http_response_code(400);
    exit();
}
// Store the event here, once for each id, before you respond: see "What a receiver has to do".
error_log("{$event["type"]} {$event["data"]["provider"]["provider_order_id"]}");
http_response_code(204);
