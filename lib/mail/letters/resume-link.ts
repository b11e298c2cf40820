import { type Letter, oneLine, says } from "../letter";
import { type College, questions } from "./provider";

export interface ResumeLinkFacts {
  college: College;
  courseName: string;
  reference: string;
  url: string;
}

/**
 * The link to go on with an enrolment. Nothing in it was typed by whoever gave the address: it might be a stranger's.
 */
export function resumeLink({ college, courseName, reference, url }: ResumeLinkFacts): Letter {
  const name = oneLine(college.name);
  return {
    subject: `Continue your enrolment at ${name}`,
    preview: "Carry on where you stopped, on any device.",
    heading: "Continue your enrolment",
    parts: [
      says(
        `You began to enrol in ${oneLine(courseName)} at ${name}. This link takes you back to where you stopped, on any device.`,
      ),
      { type: "link", label: "Continue your enrolment", url },
      says(
        "Once you open it, earlier links no longer open the enrolment, nor does the window where it began. Keep the link to yourself: whoever has it can see your enrolment and go on with it. We keep your answers for 30 days.",
      ),
      { type: "facts", rows: [["Reference", oneLine(reference)]] },
      ...questions(college),
    ],
    footer: [
      `${name} sent this because this address was given for an enrolment on its page.`,
      "If that was not you, ignore this email. You do not need to do anything.",
    ],
  };
}
