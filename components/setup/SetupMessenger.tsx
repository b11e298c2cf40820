"use client";

import { useEffect } from "react";

/** What the page that holds this one in a frame is told. Contract section 10. */
export type MessageType = "ready" | "authorised" | "cancelled" | "expired" | "error";

/** Tells the parent page, at its one registered origin, how this page stands and how high it is. Nothing is drawn. */
export function SetupMessenger({
  origin,
  shown,
  type,
}: {
  origin: string;
  /** The step or state on the page: each is ready anew, so that the parent can bring its beginning into sight. */
  shown: string;
  type: MessageType;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another readiness
  useEffect(() => tell(origin, "ready", {}), [origin, shown]);
  useEffect(() => {
    if (!isEmbedded()) return;
    // The body and not the document, which is never lower than the frame.
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

/** Marks a page in a frame, so that it leaves out what the page around it already has. Nothing is drawn. */
export function Embedded() {
  useEffect(() => {
    if (isEmbedded()) document.documentElement.dataset.embedded = "";
  }, []);
  return null;
}

/** Whether another page holds this one in a frame. */
function isEmbedded(): boolean {
  return window.parent !== window;
}
