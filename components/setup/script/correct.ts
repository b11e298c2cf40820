import { entitle } from "../../forms/problems-dom";

/** What a message describes: the input, or the group of a radio button. */
const describedBy = (input: HTMLInputElement): HTMLElement =>
  (input.type === "radio" && input.closest("fieldset")) || input;

const textAt = (input: HTMLInputElement) =>
  document.querySelector(`[id="${describedBy(input).id}-error"] [data-message]`);

/** What stands by a field; null where nothing is wrong with it. */
export const errorAt = (input: HTMLInputElement): string | null => textAt(input)?.textContent ?? null;

/** Says at a field, and in the summary, what is still wrong with it; null takes both away. */
export function correctedTo(input: HTMLInputElement, message: string | null): void {
  const id = input.form?.querySelector(`[name="${input.name}"]`)?.id;
  const summary = input.form?.querySelector("[data-problems]");
  const line = summary?.querySelector(`a[href="#${id}"]`);
  const text = textAt(input);
  if (message !== null) {
    for (const one of [line, text]) if (one) one.textContent = message;
    return;
  }
  const described = describedBy(input);
  const ids = described.getAttribute("aria-describedby")?.split(" ") ?? [];
  const others = ids.filter((one) => one !== `${described.id}-error`);
  described.setAttribute("aria-describedby", others.join(" "));
  described.removeAttribute("aria-invalid");
  input.closest("[data-wrong]")?.removeAttribute("data-wrong");
  text?.closest("p")?.remove();
  line?.closest("li")?.remove();
  if (summary?.querySelector("li")) return;
  summary?.replaceChildren();
  entitle(false);
}
