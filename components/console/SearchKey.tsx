"use client";

import { useEffect, useState } from "react";
import { Button } from "../ui/Button";

const OFF = "console-search-key-off";

/** `/` leads to the search box from any page of a provider's console, unless somebody whose speech types it turns it off. */
export function SearchKey({ home }: { home: string }) {
  const [isOn, turn] = useState<boolean>();
  useEffect(() => turn(localStorage.getItem(OFF) === null), []);
  useEffect(() => {
    if (!isOn) return;
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
  }, [home, isOn]);
  function change(): void {
    if (isOn) localStorage.setItem(OFF, "");
    else localStorage.removeItem(OFF);
    turn(!isOn);
  }
  if (isOn === undefined) return null;
  return (
    <Button kind="quiet" type="button" onClick={change}>
      Turn {isOn ? "off" : "on"} the shortcut /
    </Button>
  );
}
