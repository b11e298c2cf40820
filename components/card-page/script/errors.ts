import { present } from "../../../packages/text/narrow";
import { entitle, focusProblems } from "../../forms/problems-dom";

/** The inputs have no names, so everything goes by their ids: `card-number` for the number. */
const inputOf = (name: string) => present(document.querySelector<HTMLInputElement>(`#card-${name}`), "input");

const cloneOf = (selector: string) => {
  const template = present(document.querySelector<HTMLTemplateElement>(selector), "template");
  return document.importNode(template.content, true);
};

export const isWrong = (name: string): boolean => document.getElementById(`card-${name}-error`) !== null;

/** Says at a field what is wrong with it; null takes it away. */
function sayAt(name: string, message: string | null): void {
  const input = inputOf(name);
  const id = `card-${name}-error`;
  document.getElementById(id)?.remove();
  const others = (input.getAttribute("aria-describedby") ?? "").split(" ").filter((one) => one !== id);
  input.setAttribute("aria-describedby", [...others, ...(message === null ? [] : [id])].join(" ").trim());
  const label = present(document.querySelector(`label[for="card-${name}"]`), "label");
  label.parentElement?.toggleAttribute("data-wrong", message !== null);
  if (message === null) {
    input.removeAttribute("aria-invalid");
    return;
  }
  input.setAttribute("aria-invalid", "true");
  const error = cloneOf(`template[data-error="${name}"]`);
  present(error.querySelector("[data-message]"), "words of an error").textContent = message;
  (document.getElementById(`card-${name}-hint`) ?? label).after(error);
}

const problemsOf = (form: HTMLFormElement) => present(form.querySelector("[data-problems]"), "problems");

/** All that is wrong, in a summary above the fields and at each of them. @param notice what belongs to no field */
export function sayAll(
  form: HTMLFormElement,
  names: readonly string[],
  errors: Readonly<Record<string, string>>,
  notice: string | null = null,
): void {
  for (const name of names) sayAt(name, errors[name] ?? null);
  const problems = problemsOf(form);
  problems.replaceChildren();
  const isAnyWrong = Object.keys(errors).length > 0;
  if (isAnyWrong) {
    const summary = present(cloneOf("template[data-summary]").querySelector("[data-problems]"), "summary");
    for (const link of summary.querySelectorAll<HTMLAnchorElement>("a[href]")) {
      const message = errors[link.hash.replace("#card-", "")];
      if (message) link.textContent = message;
      else link.closest("li")?.remove();
    }
    problems.replaceChildren(...summary.childNodes);
  } else if (notice !== null) {
    const shown = cloneOf("template[data-unanswered]");
    present(shown.querySelector("p"), "words of a notice").textContent = notice;
    problems.replaceChildren(shown);
  }
  entitle(isAnyWrong || notice !== null);
  focusProblems(form);
}

/** After a correction. */
export function correctedTo(form: HTMLFormElement, name: string, message: string | null): void {
  sayAt(name, message);
  const line = form.querySelector(`[data-problems] a[href="#card-${name}"]`);
  if (message !== null) {
    if (line) line.textContent = message;
    return;
  }
  line?.closest("li")?.remove();
  if (problemsOf(form).querySelector("li")) return;
  problemsOf(form).replaceChildren();
  entitle(false);
}
