/** Where an enrolment stands, as its status says; null where that could not be learnt. */
export async function stepAt(home: string): Promise<string | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return null;
  const { step } = (await answer.json()) as { step: string };
  return step;
}
