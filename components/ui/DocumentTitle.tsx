"use client";

import { useEffect } from "react";

const PREFIX = "Error: ";

/** Says in the tab and to a screen reader that the form has errors, for as long as it has. */
export function DocumentTitle({ hasErrors }: { hasErrors: boolean }) {
  useEffect(() => {
    if (!hasErrors) return;
    if (!document.title.startsWith(PREFIX)) document.title = PREFIX + document.title;
    return () => {
      if (document.title.startsWith(PREFIX)) document.title = document.title.slice(PREFIX.length);
    };
  }, [hasErrors]);
  return null;
}
