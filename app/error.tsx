"use client";

import { useEffect } from "react";
import { failedCall } from "../components/forms/failed-call";
import { Button } from "../components/ui/Button";

/** Every page ships this one, as nothing can be loaded once it is needed; so it does without the usual frame. */
export default function FaultPage({ error, retry }: { error: unknown; retry: () => void }) {
  // A form without fields, of a page of another release: nothing was done.
  const isOutdated = failedCall(error) === "outdated";
  useEffect(() => {
    if (isOutdated) location.reload();
  }, [isOutdated]);
  if (isOutdated) return null;
  return (
    <>
      <header className="border-divider border-b bg-surface">
        <a
          href="/"
          className="mx-auto flex min-h-16 max-w-form-outer items-center px-4 font-semibold text-lg text-text no-underline sm:px-6"
        >
          Provider Checkout
        </a>
      </header>
      <main className="mx-auto max-w-form-outer space-y-6 px-4 py-12 sm:px-6">
        <h1>Something went wrong on our side</h1>
        <p>The steps that you had finished are kept. Try again in a few minutes.</p>
        <p>If you were paying, look at your enrolment again before you pay a second time.</p>
        <Button type="button" onClick={retry}>
          Try again
        </Button>
      </main>
    </>
  );
}
