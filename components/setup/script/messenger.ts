import type { MessageType } from "../SetupShell";

const isFramed = window.parent !== window;

/** Tells the page around the frame, at its registered origin, this page's state and height. Contract section 10 */
export function createMessenger() {
  let origin: string | null = null;
  let state: string | undefined;
  let last: MessageType = "ready";

  function tell(type: MessageType | "resize", payload: object = {}): void {
    if (isFramed && origin)
      window.parent.postMessage({ source: "dd-setup", version: 1, type, payload }, origin);
  }

  function say(type: MessageType): void {
    if (type !== last && type !== "ready") tell(type);
    last = type;
  }

  return {
    say,
    /** A step or state is on the page; "ready" is sent for each. */
    shown({ dataset: { tells, state: now, says } }: HTMLElement): void {
      origin = tells ?? null;
      if (now !== state) tell("ready");
      state = now;
      say((says ?? "ready") as MessageType);
    },
    /** Lets the styles hide, inside a frame, what the page around it already shows. */
    watch(): void {
      if (!isFramed) return;
      document.documentElement.dataset.embedded = "";
      // The body's height, because the document is always at least as high as the frame.
      new ResizeObserver(() =>
        tell("resize", { height: Math.ceil(document.body.getBoundingClientRect().height) }),
      ).observe(document.body);
    },
  };
}
