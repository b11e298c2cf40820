"use client";

import { type ReactNode, useEffect, useState } from "react";
import { Button } from "../ui/Button";

const PATIENCE_MS = 10_000;

interface Props {
  busy: boolean;
  disabled?: boolean;
  /** Another button or link at its side. */
  beside?: ReactNode;
  children: ReactNode;
}

/** Disabled while the form is being sent. */
export function SubmitButton({ busy, disabled = false, beside, children }: Props) {
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <Button disabled={busy || disabled}>{busy ? "Processing…" : children}</Button>
        {beside}
      </div>
      <SubmitStatus busy={busy} />
    </div>
  );
}

/** Seen only when it says more than the button. */
function SubmitStatus({ busy }: { busy: boolean }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    setSlow(false);
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  return (
    <p role="status" className={busy && slow ? "text-muted" : "sr-only"}>
      {busy && (slow ? "Still working. Keep this page open." : "Processing…")}
    </p>
  );
}
