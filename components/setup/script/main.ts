import { bankForm } from "../../../lib/contract/forms/bank-details";
import { BANK_FIELDS } from "../../../lib/contract/forms/bank-fields";
import { entered, readForm } from "../../../lib/contract/forms/read";
import { bankBeside } from "../../../lib/domain/banks";
import { goOnByEnter, nameEnterKey } from "../../ui/enter-key";
import { goToField } from "../../ui/go-to-field";
import { clearProblems, drawError, drawFailure, drawSummary, errorAt, focusProblems } from "./drawn";
import { createMessenger } from "./messenger";
import { partOf } from "./part";
import { send, takeStyles, working } from "./sending";

/**
 * What the hosted page has beyond plain forms, each of which it can do without: checks before a form is sent, steps without
 * a reload, and messages to the page around its frame. `npm run generate` writes public/setup/v1.js from it.
 */

const messenger = createMessenger();
const mainOf = (page: Document) => partOf(page, "main");

let isSending = false;
/** The first step as it was left, for the browser's Back. */
let left: { main: HTMLElement; title: string } | null = null;

/** What is wrong with the answers to the first step, by the server's own rules. */
function errorsIn(data: FormData): Readonly<Record<string, string>> {
  const answers = entered(data, BANK_FIELDS);
  // D-078: this answer leads to a page of its own, whatever else there is to correct.
  if (answers.authorisesAlone === "no") return {};
  const read = readForm(bankForm, answers);
  return read.ok ? {} : read.errors;
}

async function submit(form: HTMLFormElement, data: FormData): Promise<void> {
  if (form.dataset.check) {
    const errors = errorsIn(data);
    for (const name of BANK_FIELDS) drawError(form, name, errors[name] ?? null);
    drawSummary(form);
    if (Object.keys(errors).length > 0) return focusProblems(form);
  }
  clearProblems(form);
  isSending = true;
  const done = working(form);
  const answer = await send(data);
  isSending = false;
  done();
  if (typeof answer !== "string") return show(answer);
  drawFailure(form, answer);
  focusProblems(form);
  messenger.say("error");
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
  const form = next.querySelector("form");
  if (isSame && form) focusProblems(form);
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
  const bsb = form.querySelector<HTMLInputElement>("[name=bsb]");
  const asked = form.querySelector<HTMLInputElement>("[name=askedBsb]");
  if (output && bsb && asked)
    output.textContent = bankBeside(bsb.value, asked.value, output.dataset.sandbox !== undefined);
}

/** Checks an answer again once its form was refused. */
function correct(form: HTMLFormElement, name: string): void {
  if (!form.querySelector("[data-problems] ul, [data-wrong]")) return;
  const message = errorsIn(new FormData(form))[name] ?? null;
  if (message === errorAt(form, name)) return;
  drawError(form, name, message);
  drawSummary(form);
}

function fill(form: HTMLFormElement, answers: Record<string, string>): void {
  for (const [name, value] of Object.entries(answers)) {
    const control = form.elements.namedItem(name);
    if (control && "value" in control) control.value = value;
    correct(form, name);
  }
  nameBank(form);
}

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const { target: form, submitter } = event;
  if (form instanceof HTMLFormElement && !isSending) void submit(form, new FormData(form, submitter));
});

document.addEventListener("input", ({ target }) => {
  if (!(target instanceof HTMLInputElement)) return;
  const { form, name } = target;
  if (!form?.dataset.check) return;
  correct(form, name);
  if (name === "bsb") nameBank(form);
});

document.addEventListener("focusin", nameEnterKey);
document.addEventListener("input", nameEnterKey);
document.addEventListener("keydown", goOnByEnter);

document.addEventListener("focusout", ({ target }) => {
  if (target instanceof HTMLInputElement && target.name === "bsb") showHyphen(target);
});

document.addEventListener("click", (event) => {
  const { target } = event;
  if (!(target instanceof Element)) return;
  const answers = target.closest<HTMLButtonElement>("[data-fill]");
  if (answers?.form && answers.dataset.fill) fill(answers.form, JSON.parse(answers.dataset.fill));
  const link = target.closest<HTMLAnchorElement>('[data-problems] a[href^="#"]');
  if (link) goToField(event, link.hash.slice(1));
});

window.addEventListener("popstate", () => {
  const now = mainOf(document);
  if (left && (now.dataset.state === "check" || now.dataset.state === "not_alone"))
    replace(now, left.main, left.title);
});

messenger.watch();
begin(mainOf(document));
// What the server refused of a form that was sent before this script ran.
const refused = document.querySelector("form");
if (refused) focusProblems(refused);
