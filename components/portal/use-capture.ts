"use client";

import { useEffect, useState } from "react";
import { present } from "@/packages/text/narrow";
import { loadScript } from "./load-script";

/** The card details that the capture script turns into a token. Contract section 9. */
interface CardDetails {
  number: string;
  expiry_month: string;
  expiry_year: string;
  cvc: string;
  name: string;
}

/** Why there is no token. `field` names the detail to correct, or is null. */
export interface CaptureRefusal {
  field: keyof CardDetails | null;
  message: string;
}

type Capture = { createToken(details: CardDetails): Promise<{ token: string }> };

declare global {
  interface Window {
    Capture?: new (publishableKey: string) => Capture;
  }
}

type CaptureState = { status: "loading" | "failed" } | { status: "ready"; capture: Capture };

export function useCapture(publishableKey: string): CaptureState {
  const [state, setState] = useState<CaptureState>({ status: "loading" });
  useEffect(() => {
    const ready = () => {
      try {
        const Capture = present(window.Capture, "capture script");
        setState({ status: "ready", capture: new Capture(publishableKey) });
      } catch {
        setState({ status: "failed" });
      }
    };
    loadScript("/capture/v1.js").then(ready, () => setState({ status: "failed" }));
  }, [publishableKey]);
  return state;
}
