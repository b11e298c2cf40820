import { type Letter, oneLine, says } from "../../../packages/mail/letter";

export interface College {
  name: string;
  email: string;
  phone: string | null;
}

export function questions({ email, phone }: College): Letter["parts"] {
  const ways = [email && `write to ${oneLine(email)}`, phone && `call ${oneLine(phone)}`].filter(Boolean);
  if (ways.length === 0) return [];
  return [says(`Questions? You can ${ways.join(" or ")}. Quote your reference.`)];
}

/** What an email says about an enrolment that is paid or signed. */
export interface EnrolmentFacts {
  college: College;
  student: string;
  courseName: string;
  reference: string;
  /** The Done page, if the student enrolled through the portal. */
  url: string | null;
  /** The provider's refund policy, which the agreement and the Terms say comes with the enrolment. */
  refundsUrl: string | null;
}

/** @param done `signed` or `paid for` */
export const sentFor = ({ college, refundsUrl }: EnrolmentFacts, done: string): Letter["footer"] => [
  `${oneLine(college.name)} sent this because this address was given for the enrolment that was ${done}.`,
  ...(refundsUrl === null ? [] : [{ label: "Refund policy", url: refundsUrl }]),
];

/** Nothing for a student who did not enrol through the portal. */
export const linkTo = (label: string, url: string | null): Letter["parts"] =>
  url === null ? [] : [{ type: "link", label, url }];

export const enrolmentRows = ({ college, student, courseName, reference }: EnrolmentFacts) =>
  [
    ["Reference", oneLine(reference)],
    ["Student", oneLine(student)],
    ["Course", oneLine(courseName)],
    ["Paid to", oneLine(college.name)],
  ] as const;
