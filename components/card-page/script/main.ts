import { cardForm } from "../../../lib/contract/forms/card";
import { readForm } from "../../../lib/contract/forms/read";
import { schemeOf } from "../../../packages/cards/card-scheme";
import { present } from "../../../packages/text/narrow";
import { digitsIn } from "../../../packages/text/text";
import { type CardName, FORMATS, testCardAt } from "../../card/answers";
import { type Capture, drawFields, NOT_LOADED, namesOf, tokenOf } from "../../card/capture-script";
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

/** Where the processor draws its own fields; null where the number is typed into ours. */
const processorFields = document.querySelector<HTMLElement>("[data-processor-fields]");
const cardFields = processorFields ? "processor" : "own";
const NAMES = namesOf(cardFields);

const inputAt = (name: CardName) =>
  present(document.querySelector<HTMLInputElement>(`#card-${name}`), "input");

/** The page says in words that paying accepts the Terms. */
const typed = () => {
  const [name = "", number = "", expiry = "", cvc = ""] = NAMES.map((one) => inputAt(one).value);
  return { name, number, expiry, cvc, terms: "on" };
};

function errorsNow() {
  const answers = typed();
  const read = readForm(cardForm(new Date(), processorFields ? null : answers.number), answers);
  return read.ok ? {} : read.errors;
}

let isSending = false;

/** @param walletToken of a wallet that the student has confirmed */
async function pay(form: HTMLFormElement, capture: Capture | null, walletToken?: string): Promise<void> {
  // A wallet needs no name.
  const errors = walletToken ? {} : errorsNow();
  if (Object.keys(errors).length > 0) return sayAll(form, NAMES, errors);
  sayAll(form, NAMES, {});
  isSending = true;
  const done = working(form);
  const made = walletToken ? { token: walletToken } : await tokenOf(capture, typed(), cardFields);
  if ("token" in made) {
    present(form.querySelector<HTMLInputElement>("[name=token]"), "token's field").value = made.token;
    // The next page takes this one's place: until then its button stays disabled.
    return form.submit();
  }
  isSending = false;
  done();
  if (made.field) sayAll(form, NAMES, { [made.field]: made.message });
  else sayAll(form, NAMES, {}, made.message);
}

/** Draws the processor's own fields, if it has some. Null where the capture script or they cannot be loaded. */
async function loaded(form: HTMLFormElement, key: string): Promise<Capture | null> {
  try {
    const capture = new (present(window.Capture, "capture script"))(key);
    const onWallet = (token: string) => void (isSending || pay(form, capture, token));
    const cents = Number(processorFields?.dataset.cents);
    if (processorFields) await drawFields(capture, processorFields, cents, onWallet);
    return capture;
  } catch {
    return null;
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

async function begin(form: HTMLFormElement, key: string): Promise<void> {
  document.addEventListener("focusin", nameEnterKey);
  document.addEventListener("input", nameEnterKey);
  document.addEventListener("keydown", goOnByEnter);
  document.addEventListener("click", followProblem);
  focusProblems(form);
  const capture = await loaded(form, key);
  if (processorFields && !capture) return sayAll(form, NAMES, {}, NOT_LOADED);
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[disabled]")) button.disabled = false;
  // What the browser filled in before this script ran.
  for (const name of NAMES) {
    const input = inputAt(name);
    input.value = FORMATS[name]?.(input.value, false) ?? input.value;
  }
  if (!processorFields) showScheme();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!isSending) void pay(form, capture);
  });
  form.addEventListener("input", (event) => {
    const name = NAMES.find((one) => inputAt(one) === event.target);
    if (!name) return;
    const format = FORMATS[name];
    if (format) retype(inputAt(name), event, format);
    changed(form, name);
  });
  form.addEventListener("click", ({ target }) => {
    const answers = testCardAt(target);
    if (!answers) return;
    for (const name of NAMES) {
      inputAt(name).value = answers[name];
      changed(form, name);
    }
    inputAt("name").focus();
  });
}

/** Loads the page again once another state is known, such as the outcome or the bank's page. */
async function recheck(): Promise<void> {
  try {
    // Else a page that takes cards has no content: see proxy.ts.
    const answer = await fetch(window.location.href, {
      headers: { Accept: "text/html" },
      // Once it is paid the page leads to the provider's, which a script may not read.
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect") return window.location.reload();
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
if (form && key !== undefined) void begin(form, key);
if (main.dataset.state === "checking") setTimeout(recheck, RECHECK_MS);
// Back leads to the page as it was left, with its button at rest.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) window.location.reload();
});
