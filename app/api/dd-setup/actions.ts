"use server";

import { headers } from "next/headers";
import { published } from "@/lib/api/published";
import type { SetupView } from "@/lib/setup-page/view";

/** A form of the page, from a browser without JavaScript: the page rendered in this request shows what came of it. */
export async function postSetup(form: FormData): Promise<void> {
  await published().pages.setup.post(form, await headers());
}

/** The same from a script, which shows the answer itself. */
export async function sendSetup(form: FormData): Promise<SetupView> {
  return published().pages.setup.submit(form, await headers());
}
