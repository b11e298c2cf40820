/** Answers that outlive a reload of their page, in this tab only. Never those of a card or a bank account. */
const NAME = "answers";

export type Answers = Readonly<Record<string, FormDataEntryValue>>;

/** Keeps what stands in a form for the same address, and loads it again. */
export function reloadWith(answers: Answers): void {
  try {
    const path = window.location.pathname;
    sessionStorage.setItem(NAME, JSON.stringify({ path, answers }));
  } catch {
    // Without storage the page still loads; the student types again.
  }
  window.location.reload();
}

/** What was kept for this address, once; null where there is nothing. */
export function takeAnswers(): Answers | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    sessionStorage.removeItem(NAME);
    return kept?.path === window.location.pathname ? kept.answers : null;
  } catch {
    return null;
  }
}
