interface Status {
  step: string;
  mail: string | null;
}

/** "gone" where the link no longer opens the enrolment. Null without an answer. */
async function fetchStatus(home: string): Promise<Status | "gone" | null> {
  const answer = await fetch(`${home}/status`, { cache: "no-store" }).catch(() => null);
  if (answer?.status === 404) return "gone";
  return answer?.ok ? answer.json() : null;
}

/** The enrolment's step, or "gone" where the link no longer opens it. Null without an answer. */
export async function fetchStep(home: string): Promise<string | null> {
  const status = await fetchStatus(home);
  return status === null || status === "gone" ? status : status.step;
}

/** How far the mail with the result is, as the view says it. */
export async function fetchMail(home: string): Promise<string | null> {
  const status = await fetchStatus(home);
  return status === null || status === "gone" ? null : status.mail;
}

/** Whether the document is made: until then its address leads elsewhere. */
export async function isMade(address: string): Promise<boolean> {
  const asked = fetch(address, { method: "HEAD", cache: "no-store", redirect: "manual" });
  return (await asked.catch(() => null))?.ok ?? false;
}
