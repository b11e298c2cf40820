"use client";

import { useSearchParams } from "next/navigation";
import { UNDONE, wordsOf } from "@/lib/enrolment/other-window";
import { Notice } from "../ui/Notice";

/** Tells whoever was led here from a form that another window had overtaken. */
export function OtherWindow({ view }: { view: Parameters<typeof wordsOf>[1] }) {
  const asked = useSearchParams()?.get("undone");
  const undone = UNDONE.find((one) => one === asked);
  const words = undone && wordsOf(undone, view);
  return words ? (
    <Notice kind="info" role="status">
      {words}
    </Notice>
  ) : null;
}
