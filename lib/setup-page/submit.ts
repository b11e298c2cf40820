import { bankOf } from "../../packages/banks/bsb";
import { emptiedOfCardNumbers } from "../../packages/cards/card-number";
import { clockFrom, timed, type Untimed } from "../../packages/dates/time";
import { clockTime } from "../../packages/dates/zone";
import { present } from "../../packages/text/narrow";
import { authorise } from "../checkout/authorise";
import type { By, CheckoutDeps } from "../checkout/context";
import { bankForm } from "../contract/forms/bank-details";
import { BANK_FIELDS, type BankFormValues } from "../contract/forms/bank-fields";
import { entered, readForm } from "../contract/forms/read";
import { admitSubmission, nextSubmissionAt, type SetupRow } from "../db/setup";
import { formatBsb } from "../direct-debit/bank-details";
import { debitRequestOf } from "../direct-debit/request";
import { CheckoutError } from "../domain/errors";
import { FORM_WORDS } from "../domain/form-words";
import { isResultOf } from "../domain/states";
import { findSession, standing } from "./open";
import { openForm, sealForm } from "./sealed-form";
import { CLEARED, firstStep, type SetupView } from "./view";

const NOT_TICKED = "Confirm that you authorise these debits";

const ACCOUNT_REFUSED = "We cannot debit this account. Check the details, or use another account";

const REQUEST_CHANGED = "The Direct Debit Request has changed. Read it again before you authorise.";

/** Who sent a form, as the evidence keeps it. */
export type Visitor = Pick<By, "requestId" | "ipAddress" | "userAgent">;

interface Post {
  session: string;
  form: { get(name: string): unknown };
  visitor: Visitor;
}

/**
 * Handles every form of the page, by the `intent` of its button. Returns the next step, or the checkout's state if nothing
 * is asked any more. Contract section 10.
 */
export async function submit(all: Untimed<CheckoutDeps>, row: SetupRow, post: Post): Promise<SetupView> {
  const deps = timed(all, all.now ?? clockFrom(row.readAt));
  const settled = standing(row);
  if (settled) return settled;
  if (post.form.get("intent") === "check") return checkDetails(deps, row, post);
  const sealed = text(post.form.get("sealed"));
  const values = openForm(deps.vault, post.session, sealed, deps.now());
  if (!values) return CLEARED;
  if (post.form.get("intent") !== "authorise") return shownAgain(withHyphen(values));
  return authoriseDetails(deps, row, post, values, sealed);
}

/**
 * After a fault of the service: the step that the form was sent from, unchanged. It uses this machine's clock, because the
 * database may be away.
 */
export function unchanged(
  deps: Pick<CheckoutDeps, "vault">,
  { session, form }: Pick<Post, "session" | "form">,
): SetupView {
  if (form.get("intent") === "check")
    return { ...shownAgain(typedIn(form)), askedBsb: askedIn(form), ...OUR_FAULT };
  const sealed = text(form.get("sealed"));
  const values = openForm(deps.vault, session, sealed, new Date());
  if (!values) return CLEARED;
  if (values.authorisesAlone !== "yes") return { state: "not_alone", sealed };
  return { ...check(values, null, sealed), ...OUR_FAULT };
}

/** Step 1: what to correct, or the details in full to check. */
async function checkDetails(deps: CheckoutDeps, row: SetupRow, { session, form }: Post): Promise<SetupView> {
  const typed = typedIn(form);
  const now = deps.now();
  // This answer ends the setup here, whatever else there is to correct.
  if (typed.authorisesAlone === "no")
    return { state: "not_alone", sealed: sealForm(deps.vault, session, typed, now) };
  const read = readForm(bankForm, typed);
  const bsb = typed.bsb.replace(/\D/g, "");
  const isBsb = read.ok || !read.errors.bsb;
  const bank = isBsb ? bankFor(deps, bsb) : null;
  // The same BSB a second time is the student's answer.
  const isAsked = isBsb && !bank && askedIn(form) !== bsb;
  const errors = { ...(!read.ok && read.errors), ...(isAsked && { bsb: unknownBsb(bsb) }) };
  if (!read.ok || isAsked) return { ...shownAgain(typed), errors, askedBsb: isAsked ? bsb : askedIn(form) };
  if (!(await admitSubmission(deps.db, row.provider.id, row.dda.id, now))) {
    const again = await nextSubmissionAt(deps.db, row.provider.id, row.dda.id, now);
    const until = clockTime(again, row.provider.timeZone);
    const notice = `Bank details can be sent five times an hour. What you entered is still here: try again after ${until}, or contact ${row.provider.name}.`;
    return { ...shownAgain(typed), ...(!bank && { askedBsb: bsb }), notice };
  }
  return check(read.values, bank, sealForm(deps.vault, session, read.values, now));
}

/** Step 2: the bank authority. */
async function authoriseDetails(
  deps: CheckoutDeps,
  row: SetupRow,
  post: Post,
  values: BankFormValues,
  sealed: string,
): Promise<SetupView> {
  const { form, visitor } = post;
  // Checked again: the answers of somebody who may not sign alone are encrypted too.
  const read = readForm(bankForm, values);
  if (!read.ok) return { ...shownAgain(values), errors: read.errors };
  if (read.values.authorisesAlone !== "yes") return { state: "not_alone", sealed };
  if (form.get("authorised") !== "yes")
    return {
      ...check(values, bankFor(deps, values.bsb), sealed),
      errors: { authorised: NOT_TICKED },
    };
  const request = await debitRequestOf(deps, row.provider);
  const readOf = text(form.get("request"));
  if (readOf !== "" && readOf !== request.words.sha256)
    return { ...check(values, bankFor(deps, values.bsb), sealed), notice: REQUEST_CHANGED };
  const { accountName, bsb, accountNumber } = read.values;
  try {
    const by = { ...visitor, provider: row.provider, actor: { kind: "student" } } as const;
    const authorisation = { bank: { accountName, bsb, accountNumber }, via: "hosted_page", request } as const;
    const resource = await authorise(deps, by, row.checkout.id, authorisation);
    const account = present(resource.direct_debit?.account, "account that was authorised");
    // Another window may have authorised another account first.
    const isNew = account.bsb === formatBsb(bsb) && account.ending === accountNumber.slice(-3);
    if (!isResultOf("confirm", row.checkout.checkoutStatus)) return { state: "authorised", account, isNew };
    // Or the plan was ended meanwhile, and its account stays.
    const isOther = account.bsb !== row.dda.bsb || account.ending !== row.dda.accountEnding;
    return { state: "confirmed", account, given: isNew ? "now" : isOther ? "before" : null };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    if (error.code === "bank_account_refused")
      return { ...shownAgain(withHyphen(values)), errors: { accountNumber: ACCOUNT_REFUSED } };
    // It expired or was cancelled between the two steps.
    const current = await findSession(deps, post.session);
    const settled = current && standing(current);
    if (!settled) throw error;
    return settled;
  }
}

const OUR_FAULT = { notice: FORM_WORDS.our_fault, isFault: true } as const;

/** Longer values are cut before they are shown in the form again. */
const LONGEST_VALUE = 120;

const typedIn = (form: Post["form"]): BankFormValues => entered(form, BANK_FIELDS, LONGEST_VALUE);

/** The BSB that the page asked about before; "" for none. */
const askedIn = (form: Post["form"]) => /^[0-9]{6}$/.exec(text(form.get("askedBsb")))?.[0] ?? "";

const shownAgain = (values: BankFormValues) => firstStep(emptiedOfCardNumbers(values));

function withHyphen(values: BankFormValues): BankFormValues {
  return /^[0-9]{6}$/.test(values.bsb) ? { ...values, bsb: formatBsb(values.bsb) } : values;
}

function check(
  { accountName, bsb, accountNumber }: BankFormValues,
  bank: string | null,
  sealed: string,
): Extract<SetupView, { state: "check" }> {
  const account = { accountName, bsb: formatBsb(bsb), bank, accountNumber };
  return { state: "check", account, sealed, errors: {}, notice: null };
}

const bankFor = ({ environment }: CheckoutDeps, bsb: string) => bankOf(bsb, environment === "sandbox");

const unknownBsb = (bsb: string) =>
  `We do not know a bank with the BSB ${formatBsb(bsb)}. Check it. If it is right, continue with it.`;

export function text(posted: unknown): string {
  return typeof posted === "string" ? posted : "";
}
