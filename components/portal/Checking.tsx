"use client";

import { fetchStatus, useAgain } from "./fetch-step";

const RECHECK_MS = 2_000;

/** Goes on once a payment's outcome is known, or its bank wants to ask the student. */
export function Checking({ home, isAtBank }: { home: string; isAtBank: boolean }) {
  useAgain(async () => {
    const status = await fetchStatus(home);
    const isNews = status && (status.step !== "checking" || Boolean(status.isAtBank) !== isAtBank);
    if (isNews) window.location.replace(home);
  }, RECHECK_MS);
  return (
    <noscript>
      <p>
        <a href={home}>Check again</a>
      </p>
    </noscript>
  );
}
