import { execFile } from "node:child_process";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { root } from "../../server/program/checkout.mjs";
import { needing, RUNNERS, runExample, workFolder } from "../support/examples";
import { problem, type Scripted, scriptedServer } from "../support/scripted";

const { folder, remove } = workFolder();

describe.skipIf(!RUNNERS.php.path)("the client in PHP", () => {
  beforeAll(() => {
    copyFileSync(
      join(root, "docs/examples/php/provider-checkout.php"),
      join(folder, "provider-checkout.php"),
    );
  });
  afterAll(remove);

  it(needing("php", "send a live key over https only, or to this machine"), async () => {
    const made = (baseUrl: string) =>
      `try { new ProviderCheckout("${baseUrl}", "pc_live_x"); echo "taken "; } catch (InvalidArgumentException) { echo "refused "; }`;
    const addresses = [
      "http://checkout.example.com",
      "http://127.0.0.1.example.com",
      "https://a.example",
      "http://localhost:3000",
    ];
    const code = `require "provider-checkout.php"; ${addresses.map(made).join(" ")}`;
    const { stdout } = await promisify(execFile)(RUNNERS.php.path!, ["-r", code], { cwd: folder });
    expect(stdout).toBe("refused refused taken taken ");
  });

  /** @returns what a program prints that asks a server with these answers, and what the server heard */
  const printedBy = async (code: string, ...answers: Scripted[]) => {
    const server = await scriptedServer(...answers);
    onTestFinished(() => server.stop());
    const program = `<?php\nrequire "provider-checkout.php";\n${code}`;
    const printed = await runExample("php", program, { BASE_URL: server.url }, folder, folder);
    return { printed, heard: server.heard };
  };

  it(needing("php", "send a lost create again with its key and bytes, and nothing else"), async () => {
    const code = `$client = new ProviderCheckout(getenv("BASE_URL"), "");
echo json_encode($client->create(["pricing" => ["course_price" => 57.69]], "ORDER-1")), "\\n";
try {
    $client->request("POST", "/v1/webhook-endpoints", ["url" => "https://college.example"]);
} catch (NoAnswerError $error) {
    echo $error->getMessage(), "\\n";
}`;
    const { printed, heard } = await printedBy(code, "cut", { status: 201, body: { created: true } }, "cut");
    expect(printed).toBe('{"created":true}\nNo answer to POST /v1/webhook-endpoints\n');
    const told = heard.map(({ path, headers, body }) => [path, headers["idempotency-key"], body]);
    const create = ["/v1/provider-checkouts", "ORDER-1", '{"pricing":{"course_price":57.69}}'];
    expect(told).toEqual([create, create, ["/v1/webhook-endpoints", undefined, expect.any(String)]]);
  });

  it(needing("php", "keep every entry of a list, and address the checkout alone"), async () => {
    const page = (next: string | null, ...data: number[]): Scripted => ({
      status: 200,
      body: { data, next_cursor: next },
    });
    const code = `$client = new ProviderCheckout(getenv("BASE_URL") . "/", "");
echo json_encode(iterator_to_array($client->list()));
$client->retrieve("../x?y");`;
    const { printed, heard } = await printedBy(code, page("a", 1, 2), page(null, 3), done);
    expect(printed).toBe("[1,2,3]");
    expect(heard.map(({ path }) => path)).toEqual([
      expect.stringMatching(/^\/v1\/provider-checkouts/),
      expect.stringMatching(/^\/v1\/provider-checkouts.*cursor=a/),
      "/v1/provider-checkouts/..%2Fx%3Fy",
    ]);
  });

  /** @returns what one call came to under these answers, and how often it was sent */
  const outcomeOf = async (call: string, ...answers: Scripted[]) => {
    const code = `date_default_timezone_set("Australia/Sydney");
$client = new ProviderCheckout(getenv("BASE_URL"), "", 1);
try {
    echo json_encode($client->${call});
} catch (ProblemError $error) {
    echo $error->problem["code"], " ", json_encode($error->retryAfter);
} catch (NoAnswerError $error) {
    echo "no answer";
} catch (WaitTimeoutError $error) {
    echo $error->getMessage();
}`;
    const { printed, heard } = await printedBy(code, ...answers);
    return `${printed}, sent ${heard.length}`;
  };

  const waits = (next_action: object): Scripted => ({
    status: 200,
    body: { checkout_status: "Payment Pending", next_action },
  });
  it.each<[string, Scripted[], string]>([
    ["through what passes", ["cut", "cut", waits({ type: "wait" }), waits({ type: "none" })], "4"],
    ["until an address comes that this key may not read", [waits({ type: "wait", url: null })], "1"],
  ])(needing("php", "wait %s"), async (_, answers, times) => {
    const told = await outcomeOf('waitForOutcome("chk_1", 60, 1)', ...answers);
    expect(told).toContain('"checkout_status":"Payment Pending"');
    expect(told).toMatch(new RegExp(`, sent ${times}$`));
  });

  it(needing("php", "wait no longer than they may, and ask no sooner than the service says"), async () => {
    const limited = problem(429, "rate_limited", titled, 3600);
    expect(await outcomeOf('waitForOutcome("chk_1", 60, 1)', limited)).toBe(
      "The checkout is unknown still, sent 1",
    );
  });

  it(needing("php", "name the fields to correct, and the request"), async () => {
    const errors = [{ pointer: "/plan/number_of_instalments", code: "too_large" }];
    const code = `try {
    (new ProviderCheckout(getenv("BASE_URL"), "", 0))->create([], "A");
} catch (ProblemError $error) {
    echo $error->getMessage();
}`;
    const { printed } = await printedBy(code, problem(422, "validation_failed", { ...titled, errors }));
    expect(printed).toMatch(/^validation_failed: .+ \(\/plan\/number_of_instalments too_large\), req_1$/);
  });

  const titled = { title: "As the test wrote it" };
  const done = { status: 200, body: { data: "done" } };
  const CONFIRM = 'confirm("chk_1", [])';
  const REGISTER = 'request("POST", "/v1/webhook-endpoints", [])["data"]';

  it(needing("php", "send again what was refused at once, and wait for no student"), async () => {
    for (const code of ["rate_limited", "request_timeout", "idempotency_in_progress"])
      expect(await outcomeOf(REGISTER, problem(429, code, titled), done)).toBe('{"data":"done"}, sent 2');
    const underWay = problem(409, "idempotency_in_progress", titled);
    expect(await outcomeOf('create([], "A")', ...Array(3).fill(underWay), done)).toBe(
      '{"data":"done"}, sent 4',
    );
    const away = problem(503, "service_unavailable", titled);
    expect(await outcomeOf(REGISTER, away, done)).toMatch(/^service_unavailable .*sent 1$/);
    const notYet = problem(409, "dda_not_authorised", titled);
    expect(await outcomeOf(CONFIRM, notYet, done)).toBe("dda_not_authorised 0, sent 1");
  });

  it(needing("php", "send again what a fault may have done only where that does no harm"), async () => {
    const fault = problem(500, "internal_error", titled);
    const checkout = "/v1/sandbox/provider-checkouts/chk_1";
    const harmless = [
      'retrieve("chk_1")',
      'create([], "ORDER-1")',
      CONFIRM,
      'cancel("chk_1")',
      'request("POST", "/v1/quotes", [])["data"]',
      `request("POST", "${checkout}/authorise-direct-debit")["data"]`,
      `request("POST", "${checkout}/expire")["data"]`,
    ];
    for (const call of harmless) expect(await outcomeOf(call, fault, done)).toBe('{"data":"done"}, sent 2');
    const others = [
      REGISTER,
      'request("POST", "/v1/webhook-endpoints", [], ["Idempotency-Key" => "A"])["data"]',
      'request("POST", "/v1/provider-checkouts", [])["data"]',
      'request("DELETE", "/v1/webhook-endpoints/whe_1")["data"]',
    ];
    for (const call of others) expect(await outcomeOf(call, fault, done)).toBe("internal_error 0, sent 1");
    const proxys = { status: 502, headers: { "Content-Type": "text/html", "Retry-After": "0" }, body: "Bad" };
    expect(await outcomeOf(CONFIRM, proxys, done)).toBe('{"data":"done"}, sent 2');
    expect(await outcomeOf(REGISTER, proxys, done)).toBe("no answer, sent 1");
  });

  it(needing("php", "take nobody else's answer for the service's"), async () => {
    const html = { "Content-Type": "text/html" };
    const others: Scripted[] = [
      { status: 301, headers: { Location: "/elsewhere" }, body: {} },
      { status: 200, headers: html, body: "Log in" },
      { status: 200 },
      { status: 200, headers: html },
      { status: 200, body: "done" },
      { status: 200, headers: { "Content-Type": "application/problem+json" }, body: {} },
      { status: 404, headers: html, body: "Not found" },
      { status: 403, headers: { "Content-Type": "application/json" }, body: { code: "blocked" } },
    ];
    for (const other of others)
      expect(await outcomeOf('create([], "ORDER-1")', other, done)).toBe("no answer, sent 1");
    const ask = 'request("GET", "/v1/any")';
    expect(await outcomeOf(`${ask}["data"]`, { status: 204 })).toBe("no answer, sent 1");
    const gone = 'request("DELETE", "/v1/webhook-endpoints/whe_1")["data"]';
    expect(await outcomeOf(gone, { status: 204 })).toBe("null, sent 1");
    expect(await outcomeOf(`${ask}["status"]`, { status: 304, headers: html })).toBe("304, sent 1");
    const pdf = { status: 200, headers: { "Content-Type": "application/pdf" }, body: "PDF" };
    expect(await outcomeOf(`${ask}["data"]`, pdf)).toBe('"\\"PDF\\"", sent 1');
  });

  it(needing("php", "read a Retry-After that is a date, and leave one that nobody can read"), async () => {
    const refusal = (after: string): Scripted => ({
      ...(problem(429, "rate_limited", titled) as object),
      status: 429,
      headers: { "Retry-After": after },
    });
    const inTwoHours = new Date(Date.now() + 7_200_000).toUTCString();
    expect(await outcomeOf(CONFIRM, refusal(inTwoHours), done)).toMatch(/^rate_limited 7[12]\d\d, sent 1$/);
    expect(await outcomeOf(CONFIRM, refusal("Wed, 21 Oct 2015 07:28:00 GMT"))).toBe("rate_limited 0, sent 2");
    for (const unreadable of ["soon", "-1", "tomorrow"])
      expect(await outcomeOf(CONFIRM, refusal(unreadable))).toBe("rate_limited null, sent 2");
  });
});
