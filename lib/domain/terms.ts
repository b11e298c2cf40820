import { WORDING_VERSION, type WordingSection } from "./wording";

/** A text that a provider publishes. When a student accepts it, its version is recorded. */
export interface Terms {
  version: string;
  sections: readonly WordingSection[];
}

/** For a provider without Terms of its own: sample wording, needs legal review. */
export const SAMPLE_TERMS: Terms = {
  version: `sample-${WORDING_VERSION}`,
  sections: [
    {
      key: "enrolment",
      heading: "Your enrolment",
      paragraphs: [
        "By paying the course fee you enrol in the course and the intake of your order. We confirm your place by email. “We” and “us” are the education provider whose name stands at the top of this page.",
        "You confirm that what you told us about yourself is true and complete, and that you meet the entry requirements of the course as we published them.",
      ],
    },
    {
      key: "fee",
      heading: "What you pay",
      paragraphs: [
        "The course fee is the amount shown before you pay. It is charged to your card once, on the day you pay. We add no surcharge. Your card’s issuer may charge its own fees where a payment is made from abroad.",
      ],
    },
    {
      key: "withdrawal",
      heading: "Withdrawing and refunds",
      paragraphs: [
        "If you want to withdraw, tell us in writing. Our refund policy, which we publish and send to you with your enrolment, says how much of the fee we return and when. If we cancel the course or cannot deliver it as agreed, you have the rights that the law gives you.",
        "Nothing in these terms limits your rights under the Australian Consumer Law or the laws on tuition protection.",
      ],
    },
    {
      key: "privacy",
      heading: "Your information",
      paragraphs: [
        "We use your name and email address to enrol you, to send you your receipt and to tell you about your course. Your card number goes from your browser to the card gateway only; we never receive it. We handle what we hold about you under the Privacy Act 1988 (Cth) and our privacy policy.",
      ],
    },
    {
      key: "complaints",
      heading: "If something is not right",
      paragraphs: [
        "Tell us first. We look into every complaint without charge and answer in writing. If our answer does not satisfy you, you can go to the ombudsman or regulator for your kind of course, or to the consumer protection agency of your State or Territory.",
      ],
    },
  ],
};

export const termsOf = (provider: { terms: string | null; termsVersion: string | null }): Terms =>
  ownText("terms", "Terms and Conditions", provider.terms, provider.termsVersion) ?? SAMPLE_TERMS;

/** In a provider's own text, empty lines separate paragraphs. Null if it has none. */
export function ownText(
  key: string,
  heading: string,
  text: string | null,
  version: string | null,
): Terms | null {
  if (text === null || version === null) return null;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return { version, sections: [{ key, heading, paragraphs: paragraphs.filter(Boolean) }] };
}
