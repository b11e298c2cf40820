import { useEffect, useEffectEvent } from "react";

interface Status {
  step: string;
  /** Whether the card's bank asks the student first. */
  isAtBank?: boolean;
  /** How far the mail with the result is, as the view says it. */
  mail: string | null;
}

/** Where the enrolment stands; "gone" for the step where the link no longer opens it. Null without an answer. */
export async function fetchStatus(home: string): Promise<Status | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return { step: "gone", mail: null };
  return answer?.ok ? answer.json() : null;
}

export const fetchStep = async (home: string) => (await fetchStatus(home))?.step ?? null;

/** Does something again and again while the page is open; `everyMs` is null once it is done. */
export function useAgain(work: () => Promise<void>, everyMs: number | null): void {
  const look = useEffectEvent(() => void work());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
