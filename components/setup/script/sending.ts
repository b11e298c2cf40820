import { tooManyForms } from "../../../lib/domain/too-many-forms";
import { FAILURES } from "../failures";
import { partOf } from "./part";

const PATIENCE_MS = 10_000;

/** While a form is under way: its buttons rest, and the page says so. @returns what ends it */
export function working(form: HTMLFormElement): () => void {
  const buttons = [...form.querySelectorAll("button")];
  const progress = partOf(form, "[data-progress]");
  for (const button of buttons) button.disabled = true;
  progress.textContent = "Processing…";
  const timer = setTimeout(() => {
    progress.textContent = "Still working. Keep this page open.";
  }, PATIENCE_MS);
  return () => {
    clearTimeout(timer);
    progress.textContent = "";
    for (const button of buttons) button.disabled = false;
  };
}

/** Posts a form to the page. @returns the page that answers, or the words for why none did */
export async function send(data: FormData): Promise<Document | string> {
  try {
    const answer = await fetch(window.location.href, { method: "POST", body: data });
    if (answer.status === 429)
      return tooManyForms("Nothing was saved.", Number(answer.headers.get("Retry-After")));
    if (answer.status === 500) return FAILURES.our_fault;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // 404: a link that is not active any more, which the page says.
    return (answer.ok || answer.status === 404) && page.querySelector("main") ? page : FAILURES.unreachable;
  } catch {
    return FAILURES.unreachable;
  }
}

/** A page of another release may need another style sheet. */
export function takeStyles(page: Document): void {
  for (const link of page.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")) {
    const href = link.getAttribute("href");
    if (href && !document.querySelector(`link[rel=stylesheet][href="${CSS.escape(href)}"]`))
      document.head.append(document.adoptNode(link));
  }
}
