"use client";

import { useEffect } from "react";

/** Contract section 10. */
export type MessageType = "ready" | "authorised" | "cancelled" | "expired" | "error";

interface Props {
  origin: string;
  /** The step or state on the page; "ready" is sent for each (D-082). */
  shown: string;
  type: MessageType;
}

/** Tells the page around the frame, at its registered origin, this page's state and height. Draws nothing. */
export function SetupMessenger({ origin, shown, type }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another readiness
  useEffect(() => tell(origin, "ready", {}), [origin, shown]);
  useEffect(() => {
    if (!isEmbedded()) return;
    // The body's height, because the document is always at least as high as the frame.
    const sizes = new ResizeObserver(() =>
      tell(origin, "resize", { height: Math.ceil(document.body.getBoundingClientRect().height) }),
    );
    sizes.observe(document.body);
    return () => sizes.disconnect();
  }, [origin]);
  useEffect(() => {
    if (type !== "ready") tell(origin, type, {});
  }, [origin, type]);
  return null;
}

function tell(origin: string, type: MessageType | "resize", payload: object): void {
  if (isEmbedded()) window.parent.postMessage({ source: "dd-setup", version: 1, type, payload }, origin);
}

/** Lets the styles hide, inside a frame, what the page around it already shows. Draws nothing. */
export function Embedded() {
  useEffect(() => {
    if (isEmbedded()) document.documentElement.dataset.embedded = "";
  }, []);
  return null;
}

function isEmbedded(): boolean {
  return window.parent !== window;
}
