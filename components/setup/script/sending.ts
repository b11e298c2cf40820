import { FORM_WORDS, PATIENCE_MS, tooManyForms } from "../../../lib/domain/form-words";

/** While a form is under way: its buttons rest, and the page says so. @returns what ends it */
export function working(form: HTMLFormElement): () => void {
  const buttons = [...form.querySelectorAll("button")];
  const say = (words: string) => form.querySelector("[data-progress]")?.replaceChildren(words);
  for (const button of buttons) button.disabled = true;
  say(FORM_WORDS.under_way);
  const timer = setTimeout(say, PATIENCE_MS, FORM_WORDS.slow);
  return () => {
    clearTimeout(timer);
    say("");
    for (const button of buttons) button.disabled = false;
  };
}

/** Posts a form to the page. @returns the page that answers, or the words for why none did */
export async function send(data: FormData): Promise<Document | string> {
  try {
    const answer = await fetch(window.location.href, { method: "POST", body: data });
    if (answer.status === 429)
      return tooManyForms("Nothing was saved.", Number(answer.headers.get("Retry-After")));
    if (answer.status === 500) return FORM_WORDS.our_fault;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // 404: a link that is not active any more, which the page says.
    const isOurs = (answer.ok || answer.status === 404) && page.querySelector("main") !== null;
    return isOurs ? page : FORM_WORDS.unreachable;
  } catch {
    return FORM_WORDS.unreachable;
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
