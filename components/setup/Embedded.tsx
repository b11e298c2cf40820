"use client";

import { useEffect } from "react";

/** Whether another page holds this one in a frame. */
export function isEmbedded(): boolean {
  return window.parent !== window;
}

/** Marks a page in a frame, so that it leaves out what the page around it already has. Nothing is drawn. */
export function Embedded() {
  useEffect(() => {
    if (isEmbedded()) document.documentElement.dataset.embedded = "";
  }, []);
  return null;
}
