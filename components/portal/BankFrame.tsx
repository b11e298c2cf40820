"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { fetchStep, useAgain } from "./fetch-step";
import { loadScript } from "./load-script";

const RECHECK_MS = 4_000;

interface Props {
  setupUrl: string;
  returnUrl: string;
  home: string;
}

/**
 * The hosted page in a frame, by the same script that providers' pages use, with a link that opens it in a window. The
 * enrolment's own status decides when to go on, because the authority may also be given elsewhere; the frame's messages only
 * make it ask sooner.
 */
export function BankFrame({ setupUrl, returnUrl, home }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  // Without its origin, because this site may have been opened under another name.
  const path = setupUrl.slice(setupUrl.indexOf("/api/"));

  async function check(): Promise<void> {
    const step = document.visibilityState === "visible" ? await fetchStep(home) : null;
    if (step !== null && step !== "bank") window.location.assign(home);
  }
  useAgain(check, RECHECK_MS);

  const onChange = useEffectEvent(() => void check());
  useEffect(() => {
    let embed: ProviderCheckout.Embed | undefined;
    let isGone = false;
    const show = () => {
      if (isGone || !place.current) return;
      embed = window.ProviderCheckout.embed({
        setupUrl: new URL(path, window.location.origin).href,
        returnUrl,
        container: place.current,
        title: "Direct Debit Request",
        newPageLink: false,
        onAuthorised: onChange,
        onCancelled: onChange,
        onExpired: onChange,
      });
    };
    loadScript("/embed/v1.js").then(show, () => setFailed(true));
    document.addEventListener("visibilitychange", onChange);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", onChange);
      embed?.unmount();
    };
  }, [path, returnUrl]);

  return (
    <div>
      <noscript className="mb-6 block">
        <p>Without JavaScript, open it in a new page, and come back to this enrolment from there.</p>
      </noscript>
      {hasFailed ? (
        <Notice kind="warning" role="alert">
          <p>The form cannot be shown here. Open it in a new page.</p>
        </Notice>
      ) : (
        // The height is reserved from the start, so that nothing below moves; the frame keeps room for the focus ring at its sides.
        <div ref={place} className="-mx-1.5 min-h-200 noscript:hidden [&_[role=status]]:px-1.5!" />
      )}
      <p>
        <a
          href={`${setupUrl}&return_url=${encodeURIComponent(returnUrl)}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-12 items-center gap-2"
        >
          <Icon name="external" />
          Open in a new page
        </a>
      </p>
    </div>
  );
}
