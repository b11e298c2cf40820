import { type Letter, oneLine, says } from "../letter";
import { questions } from "./provider";
import type { ResumeLinkFacts } from "./resume-link";

/** The link that was asked for: nothing in it was typed by whoever asked. */
export function newLink({ college, courseName, reference, url }: ResumeLinkFacts): Letter {
  const name = oneLine(college.name);
  return {
    subject: `Your new link to your enrolment at ${name}`,
    preview: "It takes you back to your enrolment, on any device.",
    heading: "Your new link",
    parts: [
      says(`This link takes you back to your enrolment in ${oneLine(courseName)} at ${name}, on any device.`),
      { type: "link", label: "Open your enrolment", url },
      says(
        "Once you open it, earlier links no longer open the enrolment. Keep the link to yourself: whoever has it can see your enrolment and go on with it.",
      ),
      { type: "facts", rows: [["Reference", oneLine(reference)]] },
      ...questions(college),
    ],
    footer: [
      `${name} sent this because a new link was asked for with this address.`,
      "If that was not you, ignore this email. You do not need to do anything: nobody else got this link.",
    ],
  };
}
