import type { Metadata } from "next";

/** Title and description of a provider's courses, which search engines may list. */
export function coursesMetadata(provider: string): Metadata {
  return {
    title: `Courses – ${provider}`,
    description: `Choose a course of ${provider} and enrol: pay the full fee by card, or in interest-free instalments.`,
    robots: { index: true },
  };
}
