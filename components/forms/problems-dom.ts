/** What both pages' scripts do about what is wrong with a form. */

const PREFIX = "Error: ";

/** Puts "Error: " before the title, for the tab and for screen readers, or takes it away. */
export function entitle(isWrong: boolean): void {
  const { title } = document;
  const plain = title.startsWith(PREFIX) ? title.slice(PREFIX.length) : title;
  document.title = isWrong ? PREFIX + plain : plain;
}

/** Focus for what is wrong: a screen reader then reads it. */
export function focusProblems(within: ParentNode | null): void {
  within?.querySelector<HTMLElement>("[data-problems] [tabindex]")?.focus();
}

/** A click on a link of the error summary leads to the field that it names. */
export function followProblem(event: { target: EventTarget | null; preventDefault(): void }): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest<HTMLAnchorElement>('[data-problems] a[href^="#"]');
  if (link) goToField(event, link.hash.slice(1));
}

const CONTROL = "input:not([type=hidden]), select, textarea, button, a[href], [tabindex]";

function goToField(event: { preventDefault(): void }, id: string): void {
  const target = document.getElementById(id);
  if (!target) return;
  const control = target.matches(CONTROL) ? target : target.querySelector<HTMLElement>(CONTROL);
  if (!control) return;
  // Not the browser's own jump: the address stays, and the question is scrolled into view with its control.
  event.preventDefault();
  const question = target.querySelector("legend") ?? document.querySelector(`label[for="${CSS.escape(id)}"]`);
  (question ?? control).scrollIntoView({ block: "nearest" });
  control.focus({ preventScroll: question !== null && isInView(control) });
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
}
