"use client";

import { useEffect, useState } from "react";
import { loadScript } from "../ui/load-script";

/** What the capture script takes. It makes a token of it in the browser. Contract section 9. */
interface CardDetails {
  number: string;
  expiry_month: string;
  expiry_year: string;
  cvc: string;
  name: string;
}

/** Why no token could be made; `field` is the member to correct. */
export interface CaptureRefusal {
  code: string;
  field: keyof CardDetails | null;
  message: string;
}

interface Capture {
  createToken(details: CardDetails): Promise<{ token: string }>;
}

declare global {
  interface Window {
    Capture?: new (publishableKey: string) => Capture;
  }
}

export type CaptureState =
  | { status: "loading" }
  | { status: "failed" }
  | { status: "ready"; capture: Capture };

/** Loads the capture script; until it runs there is nothing that a card number could be given to. */
export function useCapture(publishableKey: string): CaptureState {
  const [state, setState] = useState<CaptureState>({ status: "loading" });
  useEffect(() => {
    const ready = () => {
      try {
        setState({ status: "ready", capture: new window.Capture!(publishableKey) });
      } catch {
        setState({ status: "failed" });
      }
    };
    loadScript("/capture/v1.js").then(ready, () => setState({ status: "failed" }));
  }, [publishableKey]);
  return state;
}
