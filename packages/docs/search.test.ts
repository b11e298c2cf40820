import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ALSO_CALLED, searchDocs } from "./search";

const document = JSON.parse(readFileSync(join(import.meta.dirname, "../../openapi.json"), "utf8"));
const found = async (words: string) =>
  (await searchDocs(words, document, "https://pay.example.edu")).map(({ href }) => href);

it.each([
  ["javascript", "/docs/typescript-client"],
  ["npm", "/docs/typescript-client"],
  ["library", "/docs/typescript-client"],
  ["node", "/docs/typescript-client"],
  ["commonjs", "/docs/typescript-client"],
  ["python", "/docs/python-client"],
  ["pip", "/docs/python-client"],
  ["quickstart", "/docs#make-your-first-call"],
  ["getting started", "/docs#make-your-first-call"],
  ["ngrok", "/docs/cli"],
  ["cents", "/docs#conventions"],
  ["raw body", "/docs/events#verify-a-signature"],
  ["3ds", "/docs/not-offered#3-d-secure"],
  ["installments", "/docs/payment-plan"],
  ["double charge", "/docs/idempotency"],
  ["pagination", "/docs/status#page-through-a-list"],
  ["authentication", "/docs/api-keys"],
  ["cors", "/docs/pay-now#get-a-token-in-the-browser"],
  ["api key", "/docs/api-keys"],
  ["typescript", "/docs/typescript-client"],
])("a beginner's word, %s, finds the page that answers first", async (words, href) => {
  expect((await found(words))[0]).toBe(href);
});

it("a word for any client, sdk, finds the clients first", async () => {
  const clients = ["/docs/python-client", "/docs/typescript-client"];
  expect((await found("sdk")).slice(0, 2).sort()).toEqual(clients);
});

it("what is misspelt is guessed only where nothing has the word, and never of a short one", async () => {
  expect(await found("idempotncy")).toContain("/docs/idempotency");
  expect(await found("node")).not.toContain("/docs/problems/provider_code_mismatch");
  expect(await found("gst")).toEqual([]);
});

it("every other word belongs to a page that there is", async () => {
  for (const [href, words] of Object.entries(ALSO_CALLED))
    for (const word of words.split(" "))
      expect([word, await found(word)]).toEqual([word, expect.arrayContaining([href])]);
});

it("of a long query the first ten words count", async () => {
  expect(await found(`idempotency ${"idempotency ".repeat(20)}`)).toEqual(await found("idempotency"));
  expect(await found("a b c d e f g h i j zzqqxx")).toEqual(await found("a b c d e f g h i j"));
  expect(await found(`aA${"bB".repeat(90)}`)).toEqual(await found(`aA${"bB".repeat(90)} zzqqxx`));
});
