"use client";

import { useEffect, useState } from "react";
import { Notice } from "../ui/Notice";
import { ProviderContact } from "../ui/ProviderContact";
import { fetchStep, useAgain } from "./fetch-step";

const RECHECK_MS = 2_000;
const PATIENCE_MS = 120_000;

interface Props {
  home: string;
  reference: string;
  provider: { name: string; email: string };
  /** Where the card's bank asks the student for more. */
  bankUrl: string | null;
}

/** Waits for a payment whose outcome is unknown, and never invites a second payment. */
export function Checking({ home, reference, provider, bankUrl }: Props) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const patience = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, []);
  useAgain(async () => {
    const step = await fetchStep(home);
    if (step !== null && step !== "checking") window.location.replace(home);
  }, RECHECK_MS);
  return (
    <div className="space-y-6">
      <Notice kind="warning" role="status">
        {bankUrl
          ? "Your bank wants to know that it is you before the payment goes through. Do not pay again."
          : "We’re checking whether your payment went through. Do not pay again."}
      </Notice>
      {bankUrl && (
        <p>
          <a href={bankUrl} target="_blank" rel="noreferrer">
            Continue with your bank
          </a>{" "}
          (opens in a new tab)
        </p>
      )}
      <p>
        This usually takes less than two minutes, and the page goes on by itself as soon as we know. You can
        also close it and come back later: nothing is lost.
      </p>
      {slow && (
        <p role="status">
          This takes longer than usual. If nothing has changed in an hour, contact{" "}
          <ProviderContact provider={provider} /> and quote reference {reference}.
        </p>
      )}
      <noscript>
        <p>
          <a href={home}>Check again</a>
        </p>
      </noscript>
    </div>
  );
}
