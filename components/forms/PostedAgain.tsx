"use client";

import type { ReactNode } from "react";
import type { Renewed } from "@/lib/contract/forms/renewed";
import { PostedBefore } from "./renewed";

/** Gives the forms of a page what was posted to the page of an earlier release. */
export function PostedAgain({ form, children }: { form: Renewed; children: ReactNode }) {
  return <PostedBefore value={form}>{children}</PostedBefore>;
}
