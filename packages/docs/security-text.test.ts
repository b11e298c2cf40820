import { expect, it } from "vitest";
import { securityText } from "./security-text";

const BASE = "https://pay.example.edu";
const NOW = Date.parse("2026-11-26T03:00:00Z");

it.each([
  ["security@pay.example.edu", "mailto:security@pay.example.edu"],
  ["https://pay.example.edu/report", "https://pay.example.edu/report"],
])("security.txt names %s, and expires within a year of now", (contact, link) => {
  expect(securityText(contact, BASE, NOW)).toBe(`Contact: ${link}
Expires: 2027-05-25T03:00:00.000Z
Preferred-Languages: en
Canonical: https://pay.example.edu/.well-known/security.txt
`);
});
