"use client";

import { useContext, useEffect, useState } from "react";
import { RENEWED, type RenewedKind } from "@/lib/contract/forms/renewed";
import { Notice } from "../ui/Notice";
import { forgetKept, keptOverReload } from "./answers-over-reload";
import { PostedBefore } from "./renewed";

/** Says why a page was loaded again, where it was. */
export function RenewedNotice() {
  const posted = useContext(PostedBefore);
  const [kind, setKind] = useState<RenewedKind | null>(posted?.kind ?? null);
  useEffect(() => {
    const kept = keptOverReload();
    if (kept) setKind(kept.kind);
    return forgetKept;
  }, []);
  if (!kind) return null;
  return (
    <Notice kind="info" role="status">
      <p>{RENEWED[kind]}</p>
    </Notice>
  );
}
