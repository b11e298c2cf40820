<?php
declare(strict_types=1);

/** A refusal. `$problem` is the problem document; decide by its `code`. */
final class ProblemError extends RuntimeException
{
    /** @param array<string, mixed> $problem */
    public function __construct(public readonly array $problem, public readonly ?int $retryAfter)
    {
        $fields = array_map(fn($one) => "{$one["pointer"]} {$one["code"]}", array_slice($problem["errors"] ?? [], 0, 5));
        $named = $fields === [] ? "" : " (" . implode(", ", $fields) . ")";
        parent::__construct("{$problem["code"]}: {$problem["detail"]}$named, {$problem["request_id"]}");
    }
}

/**
 * No response of the service arrived, or a proxy sent its own. The request may still have taken effect: send a create
 * again with the same key and body.
 */
final class NoAnswerError extends RuntimeException
{
}

/** The outcome is not known yet, which is no failure. `$checkout` is the checkout as it was last seen. */
final class WaitTimeoutError extends RuntimeException
{
    /** @param array<string, mixed>|null $checkout null if no response came */
    public function __construct(public readonly ?array $checkout)
    {
        parent::__construct("The checkout is " . ($checkout["checkout_status"] ?? "unknown") . " still");
    }
}

/**
 * A client of the API for PHP 8.1 and newer, with the extensions curl and json. Bodies and responses are those of
 * the reference, as arrays. Amounts are dollars. Methods throw ProblemError for a refusal, and NoAnswerError without a response.
 */
final class ProviderCheckout
{
    /** The result is in progress: only the time limits the retries. */
    private const UNDER_WAY = ["idempotency_in_progress", "agreement_being_made"];
    /** The service refuses before it does anything. */
    private const NOTHING_WAS_DONE = ["rate_limited", "request_timeout", ...self::UNDER_WAY];
    /** The database failed during the work, so it is unknown what was done. */
    private const MAY_BE_DONE = ["internal_error", "service_unavailable"];
    /** Safe to repeat: the same effect and the same response. A create is repeated under its key. */
    private const REPEATABLE = "~^(GET |POST ("
        . "/v1/quotes"
        . "|" . "/v1/provider-checkouts/[^/]+/confirm"
        . "|" . "/v1/provider-checkouts/[^/]+/cancel"
        . "|" . "/api/provider-checkout-confirm"
        . "|" . "/v1/webhook-endpoints/[^/]+"
        . "|" . "/v1/sandbox/provider-checkouts/[^/]+/authorise-direct-debit"
        . "|" . "/v1/sandbox/provider-checkouts/[^/]+/expire"
        . ")$)~";

    private const IS_PRIVATE = "~^(https://|http://([^/@?#]+\\.)?localhost(:|/|$)|http://(127(\\.\\d+){3}|\\[::1\\])(:|/|$))~i";

    private readonly string $baseUrl;

    public function __construct(
        string $baseUrl,
        private readonly string $apiKey,
        private readonly int $maxRetries = 4,
        private readonly int $maxRetrySeconds = 60,
    ) {
        $this->baseUrl = rtrim($baseUrl, "/");
        // Over plain http others can read the key.
        if (str_starts_with($apiKey, "pc_live_") && !preg_match(self::IS_PRIVATE, $this->baseUrl)) {
            throw new InvalidArgumentException("A live key is sent over https only, or to this machine");
        }
    }

    /** Creates a checkout, with retries under one Idempotency-Key. `Payment Pending` is an unknown outcome: then wait. */
    public function create(array $body, string $idempotencyKey): array
    {
        $headers = ["Idempotency-Key" => $idempotencyKey];
        return $this->request("POST", "/v1/provider-checkouts", $body, $headers)["data"];
    }

    public function retrieve(string $checkoutId): array
    {
        return $this->request("GET", self::path($checkoutId))["data"];
    }

    /** Signs the plan's agreement. A repetition returns the same response. */
    public function confirm(string $checkoutId, array $body): array
    {
        return $this->request("POST", self::path($checkoutId) . "/confirm", $body)["data"];
    }

    /** Ends a plan that is not confirmed. A repetition returns the same response. */
    public function cancel(string $checkoutId): array
    {
        return $this->request("POST", self::path($checkoutId) . "/cancel")["data"];
    }

    /** Newest first, page after page while it is gone through. `$query` has the filters; `limit` is a page's length. */
    public function list(array $query = []): Generator
    {
        do {
            $page = $this->request("GET", "/v1/provider-checkouts?" . http_build_query($query))["data"];
            // `yield from` would begin each page's keys at 0 again.
            foreach ($page["data"] as $checkout) {
                yield $checkout;
            }
            $query["cursor"] = $page["next_cursor"];
        } while ($page["next_cursor"] !== null);
    }

    /** The checkout as soon as there is something else to do than to wait. What passes, such as a lost connection, ends no wait. */
    public function waitForOutcome(string $checkoutId, int $timeoutSeconds = 120, int $pauseSeconds = 5): array
    {
        $deadline = microtime(true) + $timeoutSeconds;
        $once = new self($this->baseUrl, $this->apiKey, 0);
        $checkout = null;
        while (true) {
            $pause = $pauseSeconds;
            try {
                $checkout = $once->retrieve($checkoutId);
                $next = $checkout["next_action"];
                // At a `url` the student acts for the bank. It is null if this key may not read it.
                if ($next["type"] !== "wait" || array_key_exists("url", $next)) {
                    return $checkout;
                }
            } catch (NoAnswerError) {
            } catch (ProblemError $error) {
                if (!$error->problem["retryable"]) {
                    throw $error;
                }
                $pause = max($pauseSeconds, $error->retryAfter ?? 0);
            }
            if (microtime(true) + $pause > $deadline) {
                throw new WaitTimeoutError($checkout);
            }
            sleep($pause);
        }
    }

    /**
     * Calls any operation. Refusals before any work are retried. After a lost response or a fault of the service, only
     * requests that are safe to repeat are.
     *
     * @return array{status: int, headers: array<string, string>, data: mixed}
     */
    public function request(string $method, string $path, ?array $body = null, array $headers = []): array
    {
        $bytes = $body === null ? "" : json_encode($body, JSON_THROW_ON_ERROR);
        $asked = "$method $path";
        $isSafe = preg_match(self::REPEATABLE, $asked)
            || ($asked === "POST /v1/provider-checkouts" && isset($headers["Idempotency-Key"]));
        $started = microtime(true);
        $retries = 0;
        while (true) {
            $answer = $this->send($method, $path, $bytes, $headers);
            ["status" => $status, "headers" => $received, "data" => $data] = $answer;
            // A redirect, a login page or an unreadable body is not the service's response, whatever its status.
            $isEmpty = $status === 304 || ($status === 204 && $method === "DELETE");
            if ($isEmpty || ($status >= 200 && $status < 300 && $data !== null)) {
                return $answer;
            }
            $problem = isset($data["code"], $data["request_id"]) ? $data : null;
            // `retryable` is no reason: what waits for a student is retryable too.
            $mayRepeat = match (true) {
                $problem === null => $isSafe && ($status === 0 || $status === 429 || $status >= 500),
                in_array($problem["code"], self::MAY_BE_DONE, true) => $isSafe,
                default => in_array($problem["code"], self::NOTHING_WAS_DONE, true),
            };
            $after = self::secondsOf($received["retry-after"] ?? "");
            // Retry-After, or half a second that doubles. Up to half of it is added at random.
            $least = $after ?? 0.5 * 2 ** $retries;
            $isUnderWay = $this->maxRetries > 0 && in_array($problem["code"] ?? "", self::UNDER_WAY, true);
            $wait = max($least, $isUnderWay ? 0.5 : 0) * (1 + mt_rand() / mt_getrandmax() / 2);
            $isOver = microtime(true) - $started + $wait > $this->maxRetrySeconds;
            if (!$mayRepeat || $isOver || ($retries >= $this->maxRetries && !$isUnderWay)) {
                $told = $status === 0 ? "No answer to $asked" : "The response $status to $asked is not from Provider Checkout";
                throw $problem ? new ProblemError($problem, $after) : new NoAnswerError($told);
            }
            usleep((int) ($wait * 1_000_000));
            $retries += $isUnderWay ? 0 : 1;
        }
    }

    private static function path(string $checkoutId): string
    {
        return "/v1/provider-checkouts/" . rawurlencode($checkoutId);
    }

    /** The value of `Retry-After`, in seconds or as a date. Null if it cannot be read. */
    private static function secondsOf(string $text): ?int
    {
        if (ctype_digit($text)) {
            return (int) $text;
        }
        $date = DateTimeImmutable::createFromFormat(DATE_RFC7231, $text, new DateTimeZone("UTC"));
        return $date ? max(0, $date->getTimestamp() - time()) : null;
    }

    /** Status 0 if no response came. No data if it is not in the form that the service sends. */
    private function send(string $method, string $path, string $bytes, array $headers): array
    {
        $headers += ["Authorization" => "Bearer $this->apiKey"];
        $received = [];
        $curl = curl_init($this->baseUrl . $path);
        if ($bytes !== "") {
            $headers["Content-Type"] = "application/json";
            curl_setopt($curl, CURLOPT_POSTFIELDS, $bytes);
        }
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => array_map(fn($name) => "$name: $headers[$name]", array_keys($headers)),
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => 30,
            CURLOPT_HEADERFUNCTION => function ($curl, string $line) use (&$received): int {
                [$name, $value] = explode(":", $line, 2) + [1 => ""];
                $received[strtolower($name)] = trim($value);
                return strlen($line);
            },
        ]);
        $text = curl_exec($curl);
        if ($text === false) {
            return ["status" => 0, "headers" => [], "data" => null];
        }
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        $type = strtolower(trim(explode(";", $received["content-type"] ?? "")[0]));
        $isJson = $type === ($status < 400 ? "application/json" : "application/problem+json");
        $data = $isJson ? json_decode($text, true) : null;
        $data = $type === "application/pdf" ? $text : (is_array($data) ? $data : null);
        return ["status" => $status, "headers" => $received, "data" => $data];
    }
}
