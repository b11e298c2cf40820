"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { Notice } from "../ui/Notice";

interface Props {
  /** By what the address names. */
  words: Readonly<Record<string, string | null>>;
  /** Of the address. */
  parameter?: "undone" | "told";
}

/** Tells whoever was led here from a form what came of it, such as that another window had overtaken it. */
export function OtherWindow({ words, parameter = "undone" }: Props) {
  const [asked] = useState(useSearchParams()?.get(parameter));
  // Said once: a reload or a bookmark does not say it again.
  useEffect(() => {
    if (asked) history.replaceState(history.state, "", location.pathname);
  }, [asked]);
  const said = asked && Object.hasOwn(words, asked) && words[asked];
  return said ? (
    <Notice kind={parameter === "told" ? "success" : "info"} role="status">
      {said}
    </Notice>
  ) : null;
}
