"use server";

import { headers } from "next/headers";
import { workAfterAnswer } from "@/app/after-answer";
import { published } from "@/lib/api/published";
import type { SetupView } from "@/lib/setup-page/view";

/** For a browser without JavaScript: the page rendered in this request shows the result. */
export async function postSetup(form: FormData): Promise<void> {
  workAfterAnswer();
  await published().pages.setup.post(form, await headers());
}

/** For the page's script, which shows the result itself. */
export async function sendSetup(form: FormData): Promise<SetupView> {
  workAfterAnswer();
  return published().pages.setup.submit(form, await headers());
}
