/** Answers that are kept while their page reloads, in this tab only. Never those of a card or a bank account. */
const NAME = "answers";

export type Answers = Readonly<Record<string, FormDataEntryValue>>;

export function reloadWith(answers: Answers): void {
  try {
    const path = window.location.pathname;
    sessionStorage.setItem(NAME, JSON.stringify({ path, answers }));
  } catch {
    // Without storage the student types again.
  }
  window.location.reload();
}

/** Returns what was kept for this address and forgets it. */
export function takeAnswers(): Answers | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    sessionStorage.removeItem(NAME);
    return kept?.path === window.location.pathname ? kept.answers : null;
  } catch {
    return null;
  }
}
