"use client";

import { useEffect, useState } from "react";

const SAID_FOR_MS = 2_000;

/** Its place is reserved before the script runs, so that nothing moves. */
export function CopyButton({ text }: { text: string }) {
  const [hasScript, setHasScript] = useState(false);
  const [said, setSaid] = useState("");
  useEffect(() => setHasScript(typeof navigator.clipboard !== "undefined"), []);
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid("Copied"),
      () => setSaid("Not copied"),
    );
  return (
    <span className="inline-flex min-h-10 min-w-16 shrink-0 justify-end">
      {hasScript && (
        <button type="button" onClick={copy} className="px-4 font-medium text-accent hover:bg-accent-tint">
          <span aria-hidden="true">{said || "Copy"}</span>
          <span className="sr-only">Copy this code</span>
        </button>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </span>
  );
}
