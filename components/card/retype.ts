import { caretAfter } from "../../packages/cards/card-text";

/** Formats what was just typed, and keeps the caret where it belongs. */
export function retype(
  input: HTMLInputElement,
  event: Event,
  format: (text: string, isDeleting: boolean) => string,
): void {
  const { value, selectionStart } = input;
  const isDeleting = event instanceof InputEvent && event.inputType.startsWith("delete");
  const text = format(value, isDeleting);
  const caret = caretAfter(value, selectionStart ?? value.length, text, isDeleting);
  if (caret === null) return;
  input.value = text;
  // Else the new value would move it to the end while somebody types in the middle of a number.
  input.setSelectionRange(caret, caret);
}
