import { type Letter, oneLine, says } from "../../../packages/mail/letter";
import { type College, questions } from "./provider";

interface LinkFacts {
  college: College;
  courseName: string;
  reference: string;
  url: string;
}

const KEEP_IT = "Keep the link to yourself: anybody who has it can see and continue your enrolment.";

/** The link to continue an enrolment. It contains nothing that was typed, because the address may be somebody else's. */
export function resumeLink({ college, courseName, reference, url }: LinkFacts): Letter {
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
        `When you press “Continue here” on its page, earlier links and the window where you began stop working. ${KEEP_IT} We keep your answers for 30 days.`,
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

/** A new link that was asked for. It contains nothing that was typed either. */
export function newLink({ college, courseName, reference, url }: LinkFacts): Letter {
  const name = oneLine(college.name);
  return {
    subject: `Your new link to your enrolment at ${name}`,
    preview: "It takes you back to your enrolment, on any device.",
    heading: "Your new link",
    parts: [
      says(`This link takes you back to your enrolment in ${oneLine(courseName)} at ${name}, on any device.`),
      { type: "link", label: "Open your enrolment", url },
      says(`When you press “Continue here” on its page, earlier links stop working. ${KEEP_IT}`),
      { type: "facts", rows: [["Reference", oneLine(reference)]] },
      ...questions(college),
    ],
    footer: [
      `${name} sent this because a new link was asked for with this address.`,
      "If that was not you, ignore this email. You do not need to do anything: nobody else got this link.",
    ],
  };
}
