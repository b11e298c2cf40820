import { bankForm } from "../../../lib/contract/forms/bank-details";
import { BANK_FIELDS } from "../../../lib/contract/forms/bank-fields";
import { entered, readForm } from "../../../lib/contract/forms/read";
import { bankOf } from "../../../packages/banks/bsb";
import { present } from "../../../packages/text/narrow";
import { goOnByEnter, nameEnterKey } from "../../forms/enter-key";
import { entitle, focusProblems, followProblem } from "../../forms/problems-dom";
import { correctedTo, errorAt } from "./correct";
import { createMessenger } from "./messenger";
import { send, takeStyles, working } from "./sending";

/**
 * What the hosted page has beyond plain forms, each of which it can do without: steps without a reload, corrections as they
 * are typed, and messages to the page around its frame. `npm run generate` writes public/setup/v1.js from it.
 */

const messenger = createMessenger();
const mainOf = (page: Document) => present(page.querySelector("main"), "main part");

let isSending = false;
/** The first step as it was left, for the browser's Back. */
let left: { main: HTMLElement; title: string } | null = null;

async function submit(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const data = new FormData(form, submitter);
  isSending = true;
  form.querySelector("[data-problems]")?.replaceChildren();
  entitle(false);
  const done = working(form);
  const answer = await send(data);
  isSending = false;
  done();
  if (typeof answer !== "string") return show(answer);
  sayUnanswered(form, answer);
  messenger.say("error");
}

/** Why a form got no answer. */
function sayUnanswered(form: HTMLFormElement, words: string): void {
  const { content } = present(form.querySelector("template"), "template of a notice");
  const notice = document.importNode(content, true);
  present(notice.querySelector("p"), "words of a notice").textContent = words;
  form.querySelector("[data-problems]")?.replaceChildren(notice);
  entitle(true);
  focusProblems(form);
}

/** Puts the step of an answer in the place of this one. */
function show(page: Document): void {
  const [now, next] = [mainOf(document), mainOf(page)];
  const isSame = now.dataset.state === next.dataset.state;
  if (now.dataset.state === "bank" && !isSame) {
    left = { main: now, title: document.title };
    window.history.pushState(null, "");
  }
  takeStyles(page);
  replace(now, document.adoptNode(next), page.title);
  if (isSame) focusProblems(next);
}

function replace(now: HTMLElement, next: HTMLElement, title: string): void {
  const isSame = now.dataset.state === next.dataset.state;
  now.replaceWith(next);
  document.title = title;
  begin(next);
  // Screen readers begin a new step at its heading; on the same step the error summary takes the focus.
  if (isSame) return;
  next.querySelector<HTMLElement>("#setup-title")?.focus({ preventScroll: true });
  // From its top; the portal around a frame scrolls too.
  document.documentElement.scrollIntoView();
}

function begin(main: HTMLElement): void {
  for (const button of main.querySelectorAll<HTMLButtonElement>("[data-fill]")) button.hidden = false;
  messenger.shown(main);
}

/** "062000" becomes "062-000". */
function showHyphen(input: HTMLInputElement): void {
  const digits = input.value.replace(/[\s-]/g, "");
  if (/^[0-9]{6}$/.test(digits)) input.value = `${digits.slice(0, 3)}-${digits.slice(3)}`;
}

/** The bank beside its BSB, as it is typed. */
function nameBank(form: HTMLFormElement): void {
  const output = form.querySelector<HTMLOutputElement>("#bsb-bank");
  const { bsb } = entered(new FormData(form), ["bsb"]);
  if (output) output.textContent = bankOf(bsb, output.dataset.sandbox !== undefined);
}

/** Checks an answer again that the server refused, by the server's own rules. */
function correct(input: HTMLInputElement): void {
  const { form, name } = input;
  if (!form) return;
  if (name === "bsb") nameBank(form);
  if (errorAt(input) === null) return;
  const read = readForm(bankForm, entered(new FormData(form), BANK_FIELDS));
  correctedTo(input, read.ok ? null : (read.errors[name] ?? null));
}

function fill(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name);
    if (control && "value" in control) control.value = value;
    const input = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (input) correct(input);
  }
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  if (form instanceof HTMLFormElement && !isSending) void submit(form, submitter);
});

document.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement) correct(target);
});

document.addEventListener("focusin", nameEnterKey);
document.addEventListener("input", nameEnterKey);
document.addEventListener("keydown", goOnByEnter);
document.addEventListener("click", followProblem);

document.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "bsb") showHyphen(target);
});

document.addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  const answers = target.closest<HTMLButtonElement>("[data-fill]");
  if (answers?.form && answers.dataset.fill) fill(answers.form, JSON.parse(answers.dataset.fill));
});

window.addEventListener("popstate", () => {
  const now = mainOf(document);
  if (left && (now.dataset.state === "check" || now.dataset.state === "not_alone"))
    replace(now, left.main, left.title);
});

messenger.watch();
begin(mainOf(document));
// What the server refused of a form that was sent before this script ran.
focusProblems(document);
