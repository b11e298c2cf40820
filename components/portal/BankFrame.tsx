"use client";

import { useCallback, useEffect } from "react";
import { EmbedFrame } from "../ui/EmbedFrame";
import { Icon } from "../ui/Icon";
import { fetchStep } from "./fetch-step";

const RECHECK_MS = 4_000;

interface Props {
  setupUrl: string;
  returnUrl: string;
  home: string;
}

/**
 * The hosted page in a frame, with a link that opens it in a window. The enrolment's own status decides when to go on,
 * because the authority may also be given elsewhere; the frame's messages only make it ask sooner.
 */
export function BankFrame({ setupUrl, returnUrl, home }: Props) {
  const check = useCallback(async () => {
    const step = await fetchStep(home);
    if (step !== null && step !== "bank") window.location.assign(home);
  }, [home]);

  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && void check(), RECHECK_MS);
    const onReturn = () => document.visibilityState === "visible" && void check();
    document.addEventListener("visibilitychange", onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onReturn);
    };
  }, [check]);

  const alone = `${setupUrl}&return_url=${encodeURIComponent(returnUrl)}`;
  return (
    <div>
      <noscript className="mb-6 block">
        <p>Without JavaScript, open it in a new page, and come back to this enrolment from there.</p>
      </noscript>
      <EmbedFrame
        path={setupUrl.slice(setupUrl.indexOf("/api/"))}
        returnUrl={returnUrl}
        title="Direct Debit Request"
        onChange={() => void check()}
      />
      <p>
        <a href={alone} target="_blank" rel="noopener" className="inline-flex min-h-12 items-center gap-2">
          <Icon name="external" />
          Open in a new page
        </a>
      </p>
    </div>
  );
}
