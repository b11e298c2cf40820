import { expect, it } from "vitest";
import { blockedIn } from "./content-reports";

const bytes = (text: string) => new TextEncoder().encode(text);
const report = (said: object) => bytes(JSON.stringify({ "csp-report": said }));

it.each([
  [report({ "effective-directive": "script-src-elem", "document-uri": "https://x/e/secret" }), "script-src"],
  [report({ "violated-directive": "connect-src 'self'" }), "connect-src"],
  [report({ "effective-directive": "https://x/e/secret" }), "other"],
  [bytes("no json"), "other"],
  [bytes("[]"), "other"],
  [null, "other"],
])("a report is known by its directive alone", (body, blocked) => {
  expect(blockedIn(body)).toBe(blocked);
});
