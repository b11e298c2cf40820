"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { loadScript } from "./load-script";
import { Notice } from "./Notice";

/**
 * The hosted direct-debit page inside a page of ours, by the same script that a provider's pages use: as tall as it
 * says it is. The page around it shows the link that opens it as a page.
 */
export function EmbedFrame({
  path,
  returnUrl,
  title,
  onChange,
}: {
  /** The page's address without its origin: it is this very site's, under whichever name it was opened. */
  path: string;
  returnUrl?: string;
  title: string;
  /** The checkout may have changed. A hint, never the truth about a status. */
  onChange?: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"shown" | "failed">("shown");
  const changed = useEffectEvent(() => onChange?.());

  useEffect(() => {
    let embed: ProviderCheckout.Embed | undefined;
    let isGone = false;
    const show = () => {
      if (isGone) return;
      embed = window.ProviderCheckout.embed({
        setupUrl: new URL(path, window.location.origin).href,
        returnUrl,
        container: place.current!,
        title,
        newPageLink: false,
        onAuthorised: changed,
        onCancelled: changed,
        onExpired: changed,
      });
    };
    loadScript("/embed/v1.js").then(show, () => setState("failed"));
    return () => {
      isGone = true;
      embed?.unmount();
    };
  }, [path, returnUrl, title]);

  if (state === "failed")
    return (
      <Notice kind="warning" role="alert">
        <p>The form cannot be shown here. Open it in a new page.</p>
      </Notice>
    );
  // Its place is kept from the start: nothing that stands below moves into it and out again.
  return (
    <div
      ref={place}
      className="min-h-200 overflow-hidden rounded border border-divider noscript:hidden [&_[role=status]]:px-4!"
    />
  );
}
