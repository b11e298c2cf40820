"use client";

import { useEffect, useRef } from "react";
import { goToField } from "./go-to-field";

interface Props {
  errors: readonly { id: string; message: string }[];
  attempt?: number;
}

/**
 * A form's errors above it. It takes focus with the page and with each `attempt`, and never while somebody corrects a
 * field; without a script its links work too.
 */
export function ErrorSummary({ errors, attempt }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks for focus again.
  useEffect(() => {
    if (shown) box.current?.focus();
  }, [attempt]);
  if (!shown) return null;
  return (
    <div ref={box} tabIndex={-1} className="rounded border-2 border-error bg-error-tint p-4 sm:p-5">
      <div role="alert" className="space-y-2">
        <h2 className="text-lg">There is a problem</h2>
        <ul className="space-y-1">
          {errors.map(({ id, message }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                onClick={(event) => goToField(event, id)}
                className="wrap-anywhere inline-block py-1 font-medium text-error"
              >
                {message}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
