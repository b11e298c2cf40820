"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { loadScript } from "./load-script";
import { Notice } from "./Notice";

interface Props {
  /** Without its origin, because this site may have been opened under another name (D-066). */
  path: string;
  returnUrl?: string;
  title: string;
  /** The checkout may have changed; its status is to be asked for. */
  onChange?: () => void;
}

/**
 * The hosted direct-debit page inside a page of ours, by the same script that providers' pages use. The page around it
 * has a link that opens it in a window.
 */
export function EmbedFrame({ path, returnUrl, title, onChange }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const changed = useEffectEvent(() => onChange?.());

  useEffect(() => {
    let embed: ProviderCheckout.Embed | undefined;
    let isGone = false;
    const show = () => {
      if (isGone || !place.current) return;
      embed = window.ProviderCheckout.embed({
        setupUrl: new URL(path, window.location.origin).href,
        returnUrl,
        container: place.current,
        title,
        newPageLink: false,
        onAuthorised: changed,
        onCancelled: changed,
        onExpired: changed,
      });
    };
    loadScript("/embed/v1.js").then(show, () => setFailed(true));
    return () => {
      isGone = true;
      embed?.unmount();
    };
  }, [path, returnUrl, title]);

  if (hasFailed)
    return (
      <Notice kind="warning" role="alert">
        <p>The form cannot be shown here. Open it in a new page.</p>
      </Notice>
    );
  // The height is reserved from the start, so that nothing below moves; the frame keeps room for the focus ring at its sides.
  return <div ref={place} className="-mx-1.5 min-h-200 noscript:hidden [&_[role=status]]:px-1.5!" />;
}
