import privacy from "./texts/privacy.json" with { type: "json" };
import refunds from "./texts/refunds.json" with { type: "json" };
import terms from "./texts/terms.json" with { type: "json" };
import { WORDING_VERSION, type WordingSection } from "./wording";

/** A text that a provider publishes. When a student accepts it, its version is recorded. */
export interface Terms {
  version: string;
  sections: readonly WordingSection[];
}

const sample = (sections: Terms["sections"]): Terms => ({ version: `sample-${WORDING_VERSION}`, sections });

/** For a provider without texts of its own: sample wording, needs legal review. */
export const SAMPLE_TERMS = sample(terms);
export const SAMPLE_PRIVACY = sample(privacy);
export const SAMPLE_REFUNDS = sample(refunds);

export const termsOf = (provider: { terms: string | null; termsVersion: string | null }): Terms =>
  ownText("terms", "Terms and Conditions", provider.terms, provider.termsVersion) ?? SAMPLE_TERMS;

export const privacyOf = (provider: { privacy: string | null; privacyVersion: string | null }): Terms =>
  ownText("privacy", "Privacy policy", provider.privacy, provider.privacyVersion) ?? SAMPLE_PRIVACY;

export const refundsOf = (provider: { refunds: string | null; refundsVersion: string | null }): Terms =>
  ownText("refunds", "Refund policy", provider.refunds, provider.refundsVersion) ?? SAMPLE_REFUNDS;

/** In a provider's own text, empty lines separate paragraphs. Null if it has none. */
function ownText(key: string, heading: string, text: string | null, version: string | null): Terms | null {
  if (text === null || version === null) return null;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return { version, sections: [{ key, heading, paragraphs: paragraphs.filter(Boolean) }] };
}
