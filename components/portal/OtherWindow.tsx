"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { Notice } from "../ui/Notice";

/** Tells whoever was led here from a form that another window had overtaken. @param words by what the address names */
export function OtherWindow({ words }: { words: Readonly<Record<string, string | null>> }) {
  const [asked] = useState(useSearchParams()?.get("undone"));
  // Said once: a reload or a bookmark does not say it again.
  useEffect(() => {
    if (asked) history.replaceState(history.state, "", location.pathname);
  }, [asked]);
  const said = asked && Object.hasOwn(words, asked) && words[asked];
  return said ? (
    <Notice kind="info" role="status">
      {said}
    </Notice>
  ) : null;
}
