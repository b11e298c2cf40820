import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { SetupFacts, SetupView } from "../../lib/setup-page/view";
import { Ended } from "./Ended";

const FACTS: SetupFacts = {
  provider: {
    ...{ code: "college", name: "Test College", legalName: "Test College Pty Ltd", businessNumber: null },
    ...{ email: "office@example.com", phone: null, brand: { accent: null, logo: null } },
  },
  ...{
    reference: "ORD-1",
    statementName: "Test College",
    isSandbox: true,
    messageOrigin: null,
    returnUrl: null,
  },
  ...{ place: "page", goesOnInPortal: true, newLinkAt: "/p/college/link" },
};

const drawn = (state: "expired" | "cancelled", facts = FACTS) =>
  renderToStaticMarkup(<Ended view={{ state } satisfies SetupView} facts={facts} />);

test("where a new link can be had, every end leads there, and nowhere else", () => {
  for (const state of ["expired", "cancelled"] as const) {
    expect(drawn(state)).toMatch(/<a [^>]*href="\/p\/college\/link"[^>]*>Email me a new link/);
    expect(drawn(state, { ...FACTS, newLinkAt: null })).not.toContain("Email me a new link");
  }
});

test("what was cancelled goes on elsewhere, what expired starts again", () => {
  expect(drawn("cancelled")).toContain("Go back to Test College to continue, or contact them at");
  expect(drawn("cancelled")).not.toContain("start again");
  expect(drawn("expired")).toContain("Go back to Test College to start again, or contact them at");
});
