"use client";

import { type ReactNode, useEffect, useState } from "react";
import { FORM_WORDS, PATIENCE_MS } from "../../lib/domain/form-words";
import { Button } from "../ui/Button";

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
        <Button disabled={busy || disabled}>{busy ? FORM_WORDS.under_way : children}</Button>
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
      {busy && (slow ? FORM_WORDS.slow : FORM_WORDS.under_way)}
    </p>
  );
}
