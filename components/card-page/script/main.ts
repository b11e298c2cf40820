import { cardForm } from "../../../lib/contract/forms/card";
import { readForm } from "../../../lib/contract/forms/read";
import { schemeOf } from "../../../packages/cards/card-scheme";
import { present } from "../../../packages/text/narrow";
import { digitsIn } from "../../../packages/text/text";
import { CARD_NAMES, type CardName, detailsOf, FIELD_OF, FORMATS, testCardAt } from "../../card/answers";
import { retype } from "../../card/retype";
import { goOnByEnter, nameEnterKey } from "../../forms/enter-key";
import { focusProblems, followProblem } from "../../forms/problems-dom";
import { working } from "../../setup/script/sending";
import { correctedTo, isWrong, sayAll } from "./errors";

/**
 * The hosted card page in the browser: checks the fields, has the capture script make a token of them, and posts that alone.
 * `npm run generate` writes public/card-payment/v1.js from it.
 */

const RECHECK_MS = 2_000;
const NOT_LOADED = "The card form could not be loaded. Check your connection and load this page again.";

const inputAt = (name: CardName) =>
  present(document.querySelector<HTMLInputElement>(`#card-${name}`), "input");

/** The page says in words that paying accepts the Terms. */
const typed = () => {
  const [name, number, expiry, cvc] = CARD_NAMES.map((one) => inputAt(one).value);
  return { name: name ?? "", number: number ?? "", expiry: expiry ?? "", cvc: cvc ?? "", terms: "on" };
};

function errorsNow() {
  const answers = typed();
  const read = readForm(cardForm(new Date(), answers.number), answers);
  return read.ok ? {} : read.errors;
}

let isSending = false;

async function pay(form: HTMLFormElement, key: string): Promise<void> {
  const errors = errorsNow();
  if (Object.keys(errors).length > 0) return sayAll(form, CARD_NAMES, errors);
  sayAll(form, CARD_NAMES, {});
  isSending = true;
  const done = working(form);
  try {
    const Capture = present(window.Capture, "capture script");
    const { token } = await new Capture(key).createToken(detailsOf(typed()));
    present(form.querySelector<HTMLInputElement>("[name=token]"), "token's field").value = token;
    // The next page takes this one's place: until then its button stays disabled.
    form.submit();
  } catch (error) {
    isSending = false;
    done();
    const { field, message } = error as { field?: string | null; message: string };
    const name = field && FIELD_OF[field];
    if (name) sayAll(form, CARD_NAMES, { [name]: message });
    else sayAll(form, CARD_NAMES, {}, window.Capture ? message : NOT_LOADED);
  }
}

/** The scheme's mark in the number's box, and where its security code stands. */
function showScheme(): void {
  const scheme = schemeOf(digitsIn(inputAt("number").value)) ?? "";
  const template = document.querySelector<HTMLTemplateElement>(`template[data-scheme="${scheme}"]`);
  if (!template) return;
  document.getElementById("card-number-mark")?.replaceChildren(document.importNode(template.content, true));
  const hint = document.getElementById("card-cvc-hint");
  if (hint) hint.textContent = template.dataset.hint ?? "";
}

function changed(form: HTMLFormElement, name: CardName): void {
  if (name === "number") showScheme();
  if (isWrong(name)) correctedTo(form, name, errorsNow()[name] ?? null);
}

function begin(form: HTMLFormElement, key: string): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[disabled]")) button.disabled = false;
  // What the browser filled in before this script ran.
  for (const name of CARD_NAMES) {
    const input = inputAt(name);
    input.value = FORMATS[name]?.(input.value, false) ?? input.value;
  }
  showScheme();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isSending) void pay(form, key);
  });
  form.addEventListener("input", (event) => {
    const name = CARD_NAMES.find((one) => inputAt(one) === event.target);
    if (!name) return;
    const format = FORMATS[name];
    if (format) retype(inputAt(name), event, format);
    changed(form, name);
  });
  form.addEventListener("click", ({ target }) => {
    const answers = testCardAt(target);
    if (!answers) return;
    for (const name of CARD_NAMES) {
      inputAt(name).value = answers[name];
      changed(form, name);
    }
    inputAt("name").focus();
  });
  document.addEventListener("focusin", nameEnterKey);
  document.addEventListener("input", nameEnterKey);
  document.addEventListener("keydown", goOnByEnter);
  document.addEventListener("click", followProblem);
  focusProblems(form);
}

/** Loads the page again once another state is known, such as the outcome or the bank's page. */
async function recheck(): Promise<void> {
  try {
    const answer = await fetch(window.location.href);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const isOther = page.querySelector("main")?.textContent !== document.querySelector("main")?.textContent;
    if (answer.ok && isOther) return window.location.reload();
  } catch {
    // No connection at the moment.
  }
  setTimeout(recheck, RECHECK_MS);
}

const main = present(document.querySelector("main"), "main part");
const key = main.querySelector<HTMLElement>("[data-capture]")?.dataset.capture;
const form = main.querySelector("form");
if (form && key !== undefined) begin(form, key);
if (main.dataset.state === "checking") setTimeout(recheck, RECHECK_MS);
// Back leads to the page as it was left, with its button at rest.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});
