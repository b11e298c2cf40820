import { useEffect, useEffectEvent } from "react";

/** Where the enrolment stands; "gone" where the link no longer opens it. Null without an answer. */
export async function fetchStep(home: string): Promise<string | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  return answer?.ok ? (await answer.json()).step : null;
}

/** Does something again and again while the page is open; `everyMs` is null once it is done. */
export function useAgain(work: () => Promise<void>, everyMs: number | null): void {
  const look = useEffectEvent(() => void work());
  useEffect(() => {
    if (everyMs === null) return;
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}
