"use server";

import { notFound } from "next/navigation";
import type { FormState } from "@/components/forms/form-state";
import { addressOf } from "@/lib/staff/set-up/take";
import { published } from "@/server/instance/published";
import { onlyTexts } from "../called";
import { answerStaff } from "./answer";
import { callerOf } from "./guard";

export async function changeSetUp(
  code: string,
  part: string,
  id: string,
  key: string,
  before: FormState,
  form: FormData,
) {
  onlyTexts(code, part, id, key);
  const place = { part, id, key };
  return answerStaff(addressOf(code, place), before, form, [], async () => {
    const caller = await callerOf(code);
    return (await published().pages.staffRecords.change(caller, place, await valuesOf(form))) ?? notFound();
  });
}

/** Of several with one name, as boxes have it, the values stand on lines of their own. A file is its bytes in base64. */
async function valuesOf(form: FormData): Promise<Record<string, string>> {
  const names = [...new Set(form.keys())];
  const values = names.map(async (name) => {
    const all = await Promise.all(form.getAll(name).map(textOf));
    return [name, all.join("\n")];
  });
  return Object.fromEntries(await Promise.all(values));
}

const textOf = async (value: FormDataEntryValue) =>
  typeof value === "string" ? value : Buffer.from(await value.arrayBuffer()).toString("base64");
