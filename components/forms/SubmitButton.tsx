"use client";

import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { useFormStatus } from "react-dom";
import { FORM_WORDS, PATIENCE_MS } from "../../lib/domain/form-words";
import { Button } from "../ui/Button";

interface Props extends ComponentProps<typeof Button> {
  /** Of a form that is sent by a script of its own. */
  busy?: boolean;
  /** Another button or link at its side. */
  beside?: ReactNode;
}

/** Disabled while its form is being sent. */
export function SubmitButton({ busy = false, disabled = false, beside, children, ...rest }: Props) {
  const { pending } = useFormStatus();
  const isUnderWay = busy || pending;
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <Button disabled={isUnderWay || disabled} {...rest}>
          {isUnderWay ? FORM_WORDS.under_way : children}
        </Button>
        {beside}
      </div>
      <SubmitStatus busy={isUnderWay} />
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
