import { authorise } from "../checkout/authorise";
import { bankForm } from "../contract/forms/bank-details";
import { BANK_FIELDS, type BankFormValues } from "../contract/forms/bank-fields";
import { entered, readForm } from "../contract/forms/read";
import { admitSubmission, type SetupRow } from "../db/setup";
import { formatBsb } from "../direct-debit/bank-details";
import { emptiedOfCardNumbers } from "../domain/card-number";
import { CheckoutError } from "../domain/errors";
import type { SetupDeps, Visitor } from "./context";
import { findSession, standing } from "./open";
import { openForm, sealForm } from "./sealed-form";
import { EMPTY_FORM, type SetupView } from "./view";

const NOT_TICKED = "Confirm that you authorise these debits";

/** A form as it was posted, and in which session. */
export interface Post {
  session: string;
  form: { get(name: string): unknown };
  visitor: Visitor;
}

/**
 * Takes any of the page's forms, by the `intent` of its button, and gives the step that follows. The state of the
 * checkout is read first: whoever comes late sees what became of it. Contract section 10.
 */
export async function submit(deps: SetupDeps, post: Post): Promise<SetupView> {
  const row = await findSession(deps, post.session);
  if (!row) return { state: "inactive" };
  const settled = standing(row);
  if (settled) return settled;
  if (post.form.get("intent") === "check") return checkDetails(deps, row, post);
  const sealed = text(post.form.get("sealed"));
  const values = openForm(deps.vault, post.session, sealed, deps.now());
  if (!values) return cleared();
  if (post.form.get("intent") !== "authorise") return bank(withHyphen(values));
  return authoriseDetails(deps, row, post, values, sealed);
}

/** The step that a form was sent from, as it was, after a fault of ours. */
export function unchanged(deps: SetupDeps, { session, form }: Omit<Post, "visitor">): SetupView {
  if (form.get("intent") === "check") return { ...bank(typedIn(form)), notice: "not_saved" };
  const sealed = text(form.get("sealed"));
  const values = openForm(deps.vault, session, sealed, deps.now());
  if (!values) return cleared();
  if (values.authorisesAlone !== "yes") return { state: "not_alone", sealed };
  return { ...check(values, sealed), notice: "not_saved" };
}

/** Step 1: what to correct, or the details in full to look over. */
async function checkDetails(deps: SetupDeps, row: SetupRow, { session, form }: Post): Promise<SetupView> {
  const typed = typedIn(form);
  const now = deps.now();
  // Whoever needs a second signature cannot go on, whatever else there is to correct.
  if (typed.authorisesAlone === "no")
    return { state: "not_alone", sealed: sealForm(deps.vault, session, typed, now) };
  const read = readForm(bankForm, typed);
  if (!read.ok) return { ...bank(typed), errors: read.errors };
  if (!(await admitSubmission(deps.db, row.provider.id, row.dda.id, now)))
    return { ...bank(typed), notice: "too_many" };
  return check(read.values, sealForm(deps.vault, session, read.values, now));
}

/** Step 2: the authority itself. */
async function authoriseDetails(
  deps: SetupDeps,
  row: SetupRow,
  { session, form, visitor }: Post,
  values: BankFormValues,
  sealed: string,
): Promise<SetupView> {
  // Sealed is not the same as good: the answers of somebody who may not sign alone are sealed too.
  const read = readForm(bankForm, values);
  if (!read.ok) return { ...bank(values), errors: read.errors };
  if (read.values.authorisesAlone !== "yes") return { state: "not_alone", sealed };
  if (form.get("authorised") !== "yes")
    return { ...check(read.values, sealed), errors: { authorised: NOT_TICKED } };
  const { accountName, bsb, accountNumber } = read.values;
  try {
    const by = { ...visitor, provider: row.provider, actor: { kind: "student" } } as const;
    const authorisation = { bank: { accountName, bsb, accountNumber }, via: "hosted_page" } as const;
    const resource = await authorise(deps, by, row.checkout.id, authorisation);
    const account = resource.direct_debit!.account!;
    // Where another window was first, its account stands.
    const isNew = account.bsb === formatBsb(bsb) && account.ending === accountNumber.slice(-3);
    return { state: "authorised", account, isNew };
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    // Its time ran out, or somebody cancelled it, between the two steps.
    const current = await findSession(deps, session);
    const settled = current && standing(current);
    if (!settled) throw error;
    return settled;
  }
}

/** Values that go back into the form; nobody types this much into any of its fields. */
const LONGEST_VALUE = 120;

const typedIn = (form: Post["form"]): BankFormValues => entered(form, BANK_FIELDS, LONGEST_VALUE);

function bank(values: BankFormValues): Extract<SetupView, { state: "bank" }> {
  return { state: "bank", values: emptiedOfCardNumbers(values), errors: {}, notice: null };
}

function withHyphen(values: BankFormValues): BankFormValues {
  return /^[0-9]{6}$/.test(values.bsb) ? { ...values, bsb: formatBsb(values.bsb) } : values;
}

function cleared(): SetupView {
  return { ...bank(EMPTY_FORM), notice: "cleared" };
}

function check(values: BankFormValues, sealed: string): Extract<SetupView, { state: "check" }> {
  const { accountName, bsb, accountNumber } = values;
  const account = { accountName, bsb: formatBsb(bsb), accountNumber };
  return { state: "check", account, sealed, errors: {}, notice: null };
}

function text(posted: unknown): string {
  return typeof posted === "string" ? posted : "";
}
