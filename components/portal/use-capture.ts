"use client";

import { useEffect, useEffectEvent, useRef, useState } from "react";
import { present } from "@/packages/text/narrow";
import { type Capture, type CardAccess, drawFields } from "../card/capture-script";
import { loadScript } from "./load-script";

type CaptureState = { status: "loading" | "failed"; capture: null } | { status: "ready"; capture: Capture };

/** The capture script, ready once the processor's own fields are drawn into `fields`, if it has some. */
export function useCapture(
  { publishableKey, script, cardFields }: CardAccess,
  priceCents: number,
  onWallet: (token: string) => void,
) {
  const [state, setState] = useState<CaptureState>({ status: "loading", capture: null });
  const fields = useRef<HTMLDivElement>(null);
  const isBegun = useRef(false);
  const payByWallet = useEffectEvent(onWallet);
  const begin = useEffectEvent(async () => {
    await loadScript(script);
    const capture = new (present(window.Capture, "capture script"))(publishableKey);
    if (fields.current) await drawFields(capture, fields.current, priceCents, (token) => payByWallet(token));
    return capture;
  });
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    begin().then(
      (capture) => setState({ status: "ready", capture }),
      () => setState({ status: "failed", capture: null }),
    );
  }, []);
  return { ...state, fields: cardFields === "processor" ? fields : null };
}
