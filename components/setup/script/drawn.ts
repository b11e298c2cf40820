/** Draws what is wrong with a form from the page's templates, as the server draws it. */

import { present } from "../../../lib/domain/narrow";
import { partOf } from "./part";

const PREFIX = "Error: ";

function made(template: string): HTMLElement {
  const { content } = partOf<HTMLTemplateElement>(document, `#${template}`);
  return document.importNode(partOf(content, "*"), true);
}

const problemsOf = (form: HTMLFormElement) => partOf(form, "[data-problems]");
const anchorsOf = (form: HTMLFormElement): Record<string, string> => JSON.parse(form.dataset.fields ?? "{}");

/** The field of a name: what describes it, what frames it, and where its message stands. */
function placeOf(form: HTMLFormElement, name: string) {
  // Not by `elements`, where a fieldset with that id comes first.
  const input = partOf<HTMLInputElement>(form, `input[name="${name}"]`);
  const group = input.type === "radio" ? input.closest("fieldset") : null;
  const frame = present(input.closest<HTMLElement>("[data-field]"), "frame of a field");
  return { described: group ?? input, frame, group };
}

/** What stands by a field; null where nothing is wrong with it. */
export function errorAt(form: HTMLFormElement, name: string): string | null {
  const { described } = placeOf(form, name);
  return (
    document.getElementById(`${described.id}-error`)?.querySelector("span")?.lastChild?.textContent ?? null
  );
}

/** Puts a message by a field, or takes it away. */
export function drawError(form: HTMLFormElement, name: string, message: string | null): void {
  const { described, frame, group } = placeOf(form, name);
  const id = `${described.id}-error`;
  document.getElementById(id)?.remove();
  const hint = document.getElementById(`${described.id}-hint`);
  frame.toggleAttribute("data-wrong", message !== null);
  if (!group) {
    if (message === null) described.removeAttribute("aria-invalid");
    else described.setAttribute("aria-invalid", "true");
  }
  const ids = [hint?.id, message === null ? undefined : id].filter(Boolean).join(" ");
  if (ids) described.setAttribute("aria-describedby", ids);
  else described.removeAttribute("aria-describedby");
  if (message === null) return;
  const text = made("error-text");
  text.id = id;
  partOf(text, "span").append(message);
  if (group) partOf(group, "[data-hints]").append(text);
  else described.before(text);
}

/** The summary of what stands by the fields now. It keeps its place, so that its focus is lost only with its last line. */
export function drawSummary(form: HTMLFormElement): void {
  const wrong = Object.entries(anchorsOf(form)).flatMap(([name, id]) => {
    const message = errorAt(form, name);
    return message === null ? [] : [{ id, message }];
  });
  const problems = problemsOf(form);
  if (wrong.length === 0) problems.replaceChildren();
  else {
    const summary = made("error-summary");
    const list = partOf(summary, "ul");
    const line = partOf(list, "*");
    const lines = wrong.map(({ id, message }) => {
      const one = document.importNode(line, true);
      const link = partOf<HTMLAnchorElement>(one, "a");
      link.href = `#${id}`;
      link.textContent = message;
      return one;
    });
    const known = problems.querySelector("ul");
    if (known) known.replaceChildren(...lines);
    else {
      list.replaceChildren(...lines);
      problems.replaceChildren(summary);
    }
  }
  entitle(wrong.length > 0);
}

/** Why a form got no answer. */
export function drawFailure(form: HTMLFormElement, words: string): void {
  const failure = made("failure");
  partOf(failure, "p").textContent = words;
  problemsOf(form).replaceChildren(failure);
  entitle(true);
}

export function clearProblems(form: HTMLFormElement): void {
  problemsOf(form).replaceChildren();
  entitle(false);
}

/** Focus for what is wrong: a screen reader then reads it. */
export function focusProblems(form: HTMLFormElement): void {
  problemsOf(form).querySelector<HTMLElement>("[tabindex]")?.focus();
}

/** For the tab and for screen readers. */
function entitle(isWrong: boolean): void {
  const plain = document.title.startsWith(PREFIX) ? document.title.slice(PREFIX.length) : document.title;
  document.title = isWrong ? PREFIX + plain : plain;
}
