"use client";

import { type ReactNode, useEffect, useRef } from "react";

/** Whether a page stood in this window before: the browser itself sees to the focus of the first. */
let isLater = false;

/**
 * A page's title. Where a page comes without being loaded, it takes the focus that went away with the page before, and
 * leaves it to whatever has asked for it already.
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
