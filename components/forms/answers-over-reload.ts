import type { RenewedKind } from "@/lib/contract/forms/renewed";

/** Answers that are kept while their page reloads, in this tab only. Never those of a card or a bank account. */
const NAME = "answers";

export type Answers = Readonly<Record<string, FormDataEntryValue>>;

interface Kept {
  path: string;
  kind: RenewedKind;
  answers: Answers;
}

/** Loads the page of another release, with what its form held. */
export function reloadWith(kind: RenewedKind, answers: Answers = {}): void {
  try {
    const kept: Kept = { path: window.location.pathname, kind, answers };
    sessionStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Without storage the student types again.
  }
  window.location.reload();
}

let found: Kept | null | undefined;

/** What was kept for this address, once it is taken out of the storage; null on a page that was not loaded again. */
export function keptOverReload(): Kept | null {
  found ??= take();
  return found?.path === window.location.pathname ? found : null;
}

/** Once the page is left: another form at its address begins anew. */
export function forgetKept(): void {
  found = null;
}

function take(): Kept | null {
  try {
    const text = sessionStorage.getItem(NAME);
    sessionStorage.removeItem(NAME);
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
