"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Whether the student came here from a page of ours: else the browser itself sees to the focus. */
let isLater = typeof navigation !== "undefined" && cameByLink(navigation.activation);

/** By a link or a form, or sent on; not by loading the page again nor by going back. */
function cameByLink(activation: NavigationActivation | null | undefined): boolean {
  return (
    activation?.from != null &&
    (activation.navigationType === "push" || activation.navigationType === "replace")
  );
}

/**
 * A page's title. It takes the focus, which went away with the page before, and leaves it to whatever has asked for it
 * already.
 */
export function PageHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (isLater && (activeElement === null || activeElement === document.body))
      heading.current?.focus({ preventScroll: true });
    isLater = true;
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className="outline-none">
      {children}
    </h1>
  );
}
