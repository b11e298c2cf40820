const AN_HOUR_MS = 3_600_000;
/** Bank details that one session may send within an hour. Contract section 11. */
export const SUBMISSIONS_AN_HOUR = 5;

/** Counts what each session sent in the last hour, in this process. */
export function createSubmissionLimit() {
  const sent = new Map<string, number[]>();
  return {
    /** Whether one more may pass, which it counts. `id` of the authority: a new link gives no new tries. */
    admits(id: string, now: Date): boolean {
      const since = now.getTime() - AN_HOUR_MS;
      // The oldest entries come first, so that what is over is let go of at each turn.
      for (const [other, times] of sent) {
        if (times.at(-1)! > since) break;
        sent.delete(other);
      }
      const recent = (sent.get(id) ?? []).filter((time) => time > since);
      if (recent.length >= SUBMISSIONS_AN_HOUR) return false;
      sent.delete(id);
      sent.set(id, [...recent, now.getTime()]);
      return true;
    },
  };
}
