import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BeingMade } from "./BeingMade";

const textOf = (emailedTo: string | null, phone: string | null) =>
  renderToStaticMarkup(
    <BeingMade
      what="agreement"
      home="/e/secret"
      emailedTo={emailedTo}
      provider={{ name: "Test College", email: "office@example.com", phone }}
    />,
  ).replace(/<[^>]+>/g, "");

it("says where the agreement will be emailed, and whom to call", () => {
  const text = textOf("amelia@example.com", "02 9000 0000");
  expect(text).toContain("We are finishing your agreement");
  expect(text).toContain("we will email you at amelia@example.com");
  expect(text).toContain("or call 02 9000 0000");
});

it("promises no email to a student who gets none", () => {
  expect(textOf(null, null)).not.toMatch(/email you|call/);
});
