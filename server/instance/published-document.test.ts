import { expect, it } from "vitest";
import { WRITTEN_FOR } from "../../lib/contract/examples";
import { documentOf } from "../../tools/openapi/committed";
import { publishedDocument } from "./published-document";

it.each([
  { environment: "sandbox", baseUrl: "http://localhost:3000" },
  { environment: "sandbox", baseUrl: "https://try.example.edu/pay" },
  { environment: "production", baseUrl: "https://pay.example.edu:8443" },
] as const)(
  "what $environment publishes at $baseUrl is made from the schemas, character for character",
  (place) => {
    const { document, text } = publishedDocument(place)();
    const made = JSON.stringify(documentOf(place), null, 2);
    expect(document).toEqual(JSON.parse(text));
    // An example in a header names the address as it is in the repository. Not toBe: the difference is too long to read.
    expect(text === made.replaceAll(WRITTEN_FOR, place.baseUrl)).toBe(true);
  },
);

it.each([
  ["ask@example.edu", { email: "ask@example.edu" }],
  ["https://pay.example.edu/help", { url: "https://pay.example.edu/help" }],
  [undefined, { url: "https://pay.example.edu/docs#get-help" }],
])("names whom to ask: %s", (contact, expected) => {
  const place = { environment: "sandbox", baseUrl: "https://pay.example.edu", contact } as const;
  const { document, text } = publishedDocument(place)();
  expect(document).toMatchObject({
    info: { contact: { name: "The operator of this deployment", ...expected } },
  });
  expect(JSON.parse(text)).toEqual(document);
});

it("is read once, and its tag follows the address", () => {
  const at = (baseUrl: string) => publishedDocument({ environment: "sandbox", baseUrl });
  const read = at("https://one.example.edu");
  expect(read()).toBe(read());
  expect(read().etag).toMatch(/^"[\w-]{43}"$/);
  expect(at("https://two.example.edu")().etag).not.toBe(read().etag);
});
