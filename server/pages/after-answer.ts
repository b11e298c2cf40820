import { after } from "next/server";
import { published } from "../instance/published";

/**
 * Has what was written worked on once the answer has been sent, where no timer does. The answer goes out all the same where
 * nothing can follow it: the cron job does the rest.
 */
export function workAfterAnswer(work = published().followUp): void {
  if (!work) return;
  try {
    after(work);
  } catch (error) {
    published().note(error, "page");
  }
}
