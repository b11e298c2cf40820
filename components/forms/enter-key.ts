/** A text field of a form whose Enter key leads on. */
const isStep = (target: unknown): target is HTMLInputElement =>
  target instanceof HTMLInputElement && ["next", "go"].includes(target.enterKeyHint);

function stepsOf({ form }: HTMLInputElement): HTMLInputElement[] {
  return form ? [...form.elements].filter(isStep) : [];
}

function emptyAfter(field: HTMLInputElement): HTMLInputElement | undefined {
  const steps = stepsOf(field);
  return steps.slice(steps.indexOf(field) + 1).find(({ value }) => value === "");
}

/** The phone's key says "Next" while a later field is empty, and "Go" once the browser has filled them in. */
export function nameEnterKey({ target }: { target: EventTarget | null }): void {
  if (!isStep(target)) return;
  for (const field of stepsOf(target)) field.enterKeyHint = emptyAfter(field) ? "next" : "go";
}

interface KeyPress {
  key: string;
  target: EventTarget | null;
  preventDefault(): void;
}

/** "Next" does what it says: some phones would send the form with it. With a real keyboard Enter always sends. */
export function goOnByEnter(press: KeyPress): void {
  const { key, target } = press;
  if (key !== "Enter" || !isStep(target) || !matchMedia("(pointer: coarse)").matches) return;
  const next = emptyAfter(target);
  if (!next) return;
  press.preventDefault();
  next.focus();
}
