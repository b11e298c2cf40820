import { ownText, type Terms } from "./terms";
import { WORDING_VERSION } from "./wording";

const version = `sample-${WORDING_VERSION}`;

/** For a provider without a privacy policy of its own: sample wording, needs legal review. */
export const SAMPLE_PRIVACY: Terms = {
  version,
  sections: [
    {
      key: "collected",
      heading: "What we collect",
      paragraphs: [
        "When you enrol we ask for your name and your email address. For a payment plan we also ask for the BSB and number of the account that is debited, and the name it is held in. We record when you agreed to what, with the network address and the browser from which you did.",
        "Your card number goes from your browser to the card gateway only; we never receive it. “We” and “us” are the education provider whose name stands at the top of this page.",
      ],
    },
    {
      key: "used",
      heading: "What we use it for",
      paragraphs: [
        "To enrol you, to take your payments, to send you your receipt or agreement and messages about your course, and to show later what was agreed. Without your details we cannot enrol you. We do not sell them, and we do not use them for advertising.",
      ],
    },
    {
      key: "shared",
      heading: "Who else sees it",
      paragraphs: [
        "Our financial institution and the companies that run our payment and enrolment systems, for that work only; and others where a law requires or permits it.",
      ],
    },
    {
      key: "kept",
      heading: "How we keep it",
      paragraphs: [
        "Bank account details are stored encrypted, and once you have authorised debits our pages and documents show only the last digits. We keep records of enrolments and payments for as long as the law asks us to, and delete or de-identify them after that.",
      ],
    },
    {
      key: "rights",
      heading: "Seeing and correcting it",
      paragraphs: [
        "You may ask us what we hold about you, and have it corrected. Write or call us: our contact details stand at the foot of this page. We handle what we hold about you under the Privacy Act 1988 (Cth). If our answer does not satisfy you, you can go to the Office of the Australian Information Commissioner.",
      ],
    },
  ],
};

/** For a provider without a refund policy of its own: sample wording, needs legal review. */
export const SAMPLE_REFUNDS: Terms = {
  version,
  sections: [
    {
      key: "before",
      heading: "Before your course starts",
      paragraphs: [
        "If you withdraw in writing before the first day of your course, we return all that you have paid. “We” and “us” are the education provider whose name stands at the top of this page.",
      ],
    },
    {
      key: "after",
      heading: "After it has started",
      paragraphs: [
        "If you withdraw in writing later, the fee for the part of the course that has been delivered is payable. What you have paid beyond it goes back to you. On a payment plan, payments go on as scheduled until we have confirmed your withdrawal, and then end or become smaller.",
      ],
    },
    {
      key: "cancelled",
      heading: "If we cancel the course",
      paragraphs: [
        "If we cancel the course, or cannot deliver it as agreed, we return what you paid for what you did not get, or offer you another place if you prefer one.",
      ],
    },
    {
      key: "how",
      heading: "How you are repaid",
      paragraphs: [
        "To the card or the account that paid, within 14 days of our decision. We tell you the amount and how we arrived at it in writing.",
        "Nothing in this policy limits your rights under the Australian Consumer Law or the laws on tuition protection.",
      ],
    },
  ],
};

export const privacyOf = (provider: { privacy: string | null; privacyVersion: string | null }): Terms =>
  ownText("privacy", "Privacy policy", provider.privacy, provider.privacyVersion) ?? SAMPLE_PRIVACY;

export const refundsOf = (provider: { refunds: string | null; refundsVersion: string | null }): Terms =>
  ownText("refunds", "Refund policy", provider.refunds, provider.refundsVersion) ?? SAMPLE_REFUNDS;
