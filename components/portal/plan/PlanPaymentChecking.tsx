"use client";

import { useAgain } from "../fetch-step";

const RECHECK_MS = 2_000;
const MARK = "data-payment-checking";

/** Goes on once a card payment's outcome is known, or its bank wants to ask the student. */
export function PlanPaymentChecking({ page, isAtBank }: { page: string; isAtBank: boolean }) {
  useAgain(async () => {
    // Else a page that takes cards has no content: see proxy.ts.
    const answer = await fetch(page, { headers: { Accept: "text/html" }, cache: "no-store" }).catch(
      () => null,
    );
    const isSame = (await answer?.text())?.includes(`${MARK}="${isAtBank}"`);
    if (answer?.ok && !isSame) window.location.replace(page);
  }, RECHECK_MS);
  return (
    <div {...{ [MARK]: String(isAtBank) }}>
      <noscript>
        <p>
          <a href={page}>Check again</a>
        </p>
      </noscript>
    </div>
  );
}
