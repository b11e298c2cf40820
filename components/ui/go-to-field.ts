const CONTROL = "input:not([type=hidden]), select, textarea, button, a[href], [tabindex]";

/** From a link of the error summary to the field that it names. */
export function goToField(event: { preventDefault(): void }, id: string): void {
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
