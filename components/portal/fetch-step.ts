/** The enrolment's step, or "gone" where the link no longer opens it. Null without an answer. */
export async function fetchStep(home: string): Promise<string | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  if (!answer?.ok) return null;
  const { step } = (await answer.json()) as { step: string };
  return step;
}
