"use server";

import { headers } from "next/headers";
import { published } from "@/lib/api/published";
import type { SetupView } from "@/lib/setup-page/view";

/** For a browser without JavaScript: the page rendered in this request shows the result. */
export async function postSetup(form: FormData): Promise<void> {
  await published().pages.setup.post(form, await headers());
}

/** For the page's script, which shows the result itself. */
export async function sendSetup(form: FormData): Promise<SetupView> {
  return published().pages.setup.submit(form, await headers());
}
