import { after } from "next/server";
import { published } from "@/server/instance/published";

/** Has what a form wrote worked on once its answer has been sent, where no timer does. */
export function workAfterAnswer(): void {
  const { followUp } = published();
  if (!followUp) return;
  try {
    after(followUp);
  } catch (error) {
    // The form is answered all the same, and the cron job does the rest.
    published().note(error, "page");
  }
}
