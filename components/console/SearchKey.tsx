"use client";

import { useEffect } from "react";

/** `/` leads to the search box from any page of a provider's console. Without it, Tab does. */
export function SearchKey({ home }: { home: string }) {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
      if (key !== "/" || ctrlKey || metaKey || altKey || isTyping) return;
      event.preventDefault();
      const box = document.getElementById("q");
      if (box instanceof HTMLInputElement) box.select();
      else location.assign(`${home}#q`);
    }
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [home]);
  return null;
}
