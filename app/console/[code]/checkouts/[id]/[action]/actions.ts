"use server";

import { notFound } from "next/navigation";
import type { FormState } from "@/components/forms/form-state";
import { FIELD_NAMES } from "@/lib/staff/actions/action";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../../../../../called";
import { answerStaff } from "../../../../answer";
import { callerOf } from "../../../../guard";

const NAMES = ["reason", "seen", ...FIELD_NAMES] as const;

export async function takeAction(
  code: string,
  id: string,
  action: string,
  before: FormState,
  form: FormData,
) {
  onlyTexts(code, id, action);
  const path = `/console/${code}/checkouts/${id}/${action}`;
  return answerStaff(path, before, form, NAMES, async (_console, _visit, values) => {
    const caller = await callerOf(code);
    return (await published().pages.staffRecords.take(caller, id, action, values)) ?? notFound();
  });
}
