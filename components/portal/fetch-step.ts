/**
 * Where an enrolment stands, as its status says: "gone" for a link that opens it no more, whose pages say so. Null where
 * that could not be learnt.
 */
export async function fetchStep(home: string): Promise<string | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  if (!answer?.ok) return null;
  const { step } = (await answer.json()) as { step: string };
  return step;
}
