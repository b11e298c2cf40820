import { createServer, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { cardToken, orderId, payNowBody } from "../support/bodies";
import { guideExamples, needing, RUNNERS, runExample, VARIANTS, workFolder } from "../support/examples";
import { listening } from "../support/listening";
import { makeProvider } from "../support/provider";

const baseUrl = inject("stack").doors.server;
const { folder, remove } = workFolder();
afterAll(remove);

/** Goes on with other bodies, and prints a line for each. */
const MORE = {
  ts: `
for (const body of JSON.parse(process.env.BODIES!)) {
  const { outcome, status, answer } = await createCheckout(body.provider.provider_order_id, body);
  console.log(outcome, status, answer?.checkout_status ?? "refused");
}`,
  python: `
for body in json.loads(os.environ["BODIES"]):
    got = create_checkout(body["provider"]["provider_order_id"], body)
    print(got["outcome"], got["status"], got["answer"].get("checkout_status", "refused"))`,
  php: `
foreach (json_decode(getenv("BODIES"), true) as $body) {
    $got = createCheckout($body["provider"]["provider_order_id"], $body);
    echo "{$got["outcome"]} {$got["status"]} ", $got["answer"]["checkout_status"] ?? "refused", "\\n";
}`,
};

/** A server in the service's place. @returns the settings of a program that asks it */
async function serve(answer: RequestListener) {
  const { url, stop } = await listening(createServer(answer));
  onTestFinished(stop);
  return { BASE_URL: url, API_KEY: "", PROVIDER_CODE: "nobodys" };
}

describe.each(VARIANTS)("the retry loop", (language) => {
  const { text: loop } = guideExamples(baseUrl).find(
    (one) => one.slug === "idempotency" && one.language === language,
  )!;
  const run = (code: string, env: Record<string, string>) => runExample(language, code, env, folder, folder);
  const needed = (title: string, work: () => Promise<void>) =>
    it.skipIf(!RUNNERS[language].path)(needing(language, `in ${language} ${title}`), work);

  needed("asks until a charge is known, and waits for no hour", async () => {
    const provider = await makeProvider();
    const usedUp = { provider: { provider_order_id: orderId() } };
    const paying = (card: string, changes = {}) =>
      payNowBody(provider, { ...changes, card_payment: { token: cardToken(card) } });
    const bodies = [
      paying("answer_lost"),
      ...Array.from({ length: 4 }, () => paying("declined_lost_card", usedUp)),
      // A token that the gateway refuses is a call too.
      paying("nobody", usedUp),
      paying("visa", usedUp),
    ];
    const printed = await run(loop + MORE[language], {
      BASE_URL: baseUrl,
      API_KEY: provider.key,
      PROVIDER_CODE: provider.code,
      BODIES: JSON.stringify(bodies),
    });
    expect(printed.trimEnd().split("\n")).toEqual([
      "known 201 Awaiting Direct Debit",
      "known 200 Payment Processing",
      ...Array(4).fill("known 402 refused"),
      "known 422 refused",
      "later 429 refused",
    ]);
  });

  needed('says "later" only where none can have charged', async () => {
    /** Somebody else's answer has its status below zero. */
    const cases: [string, (number | null)[]][] = [
      ["later", [429, 503, 429, 503, 429, 503]],
      ["pending", [null, 503, 503, 503, 503, 503]],
      ["pending", [409, 500, 429, 503, 503, 503]],
      ["pending", [503, 503, 503, 503, 503, null]],
      ["pending", [-504, 503, 503, 503, 503, 503]],
      ["pending", [-301, -200, 503, 503, 503, 503]],
    ];
    for (const [outcome, answers] of cases) {
      const left = [...answers];
      const server = await serve(async (request, response) => {
        await text(request);
        const status = left.shift();
        if (!status) return request.socket.destroy();
        if (status > 0) {
          response.writeHead(status, { "Content-Type": "application/problem+json" });
          return response.end(JSON.stringify({ status, retryable: true }));
        }
        const type = status === -200 ? "text/html" : "application/json";
        response.writeHead(-status, { "Content-Type": type, Location: "/v1/provider-checkouts" });
        return response.end('{"message":"Timed out"}');
      });
      const quick = loop.replace(/2 ?\*\* ?\$?attempt/, "0.01");
      expect([answers, (await run(quick, server)).split(" ")[0]!.trim()]).toEqual([answers, outcome]);
      expect(left).toEqual([]);
    }
  });

  needed("sends one key and body six times, and knows nothing", async () => {
    const received: string[] = [];
    const server = await serve(async (request) => {
      received.push(`${request.headers["idempotency-key"]} ${await text(request)}`);
      request.socket.destroy();
    });
    // Where nothing says how long to wait, patience has no part in it.
    const impatient = loop.replace(/2 ?\*\* ?\$?attempt/, "0.01").replace("SECONDS = 60", "SECONDS = 0");
    expect(await run(impatient, server)).toMatch(/^pending\b/);
    expect(received).toHaveLength(6);
    expect(received[0]).toMatch(/^RETRY-\d+ \{/);
    expect(new Set(received).size).toBe(1);
  });
});
