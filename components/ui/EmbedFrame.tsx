"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { classes } from "./classes";

/** What the page in the frame says: a hint, never the truth about a status. Contract section 10. */
export interface EmbedMessage {
  type: string;
  payload: object;
}

const LOWEST = 200;
const HIGHEST = 4000;

/** The message, if the data is one of the hosted page's, version 1. */
function readMessage(data: unknown): EmbedMessage | null {
  if (typeof data !== "object" || data === null) return null;
  const { source, version, type, payload } = data as Record<string, unknown>;
  if (source !== "dd-setup" || version !== 1 || typeof type !== "string") return null;
  return { type, payload: typeof payload === "object" && payload !== null ? payload : {} };
}

/** The hosted direct-debit page inside a page of ours, as tall as it says it is. */
export function EmbedFrame({
  src,
  title,
  origin,
  onMessage,
}: {
  src: string;
  title: string;
  /** The one origin whose messages count. */
  origin: string;
  onMessage?: (message: EmbedMessage) => void;
}) {
  const frame = useRef<HTMLIFrameElement>(null);
  // The frame begins only where someone listens, so that no message of its start is missed.
  const [listening, setListening] = useState(false);
  const [loaded, setLoaded] = useState(false);

  const receive = useEffectEvent((event: MessageEvent) => {
    const element = frame.current;
    if (!element || event.origin !== origin || event.source !== element.contentWindow) return;
    const message = readMessage(event.data);
    if (!message) return;
    setLoaded(true);
    if (message.type === "resize") {
      const { height } = message.payload as { height?: unknown };
      if (typeof height === "number" && Number.isFinite(height))
        element.style.height = `${Math.min(HIGHEST, Math.max(LOWEST, Math.ceil(height)))}px`;
    }
    onMessage?.(message);
  });

  useEffect(() => {
    const listener = (event: MessageEvent) => receive(event);
    window.addEventListener("message", listener);
    setListening(true);
    return () => window.removeEventListener("message", listener);
  }, []);

  return (
    <div className="relative">
      {!loaded && (
        <p role="status" className="absolute inset-x-0 top-0 py-6 text-center text-muted noscript:hidden">
          Loading…
        </p>
      )}
      {listening ? (
        <iframe
          ref={frame}
          src={src}
          title={title}
          onLoad={() => setLoaded(true)}
          className={classes("relative block h-150 w-full border-0", !loaded && "opacity-0")}
        />
      ) : (
        <div className="h-150 noscript:hidden" />
      )}
      <noscript>
        <iframe src={src} title={title} className="block h-300 w-full border-0" />
      </noscript>
    </div>
  );
}
