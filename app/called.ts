import { notFound } from "next/navigation";
import type { FormState } from "@/components/forms/form-state";

/** Anyone may call a server action, with anything: what none of our pages sends is answered like a page that is not there. */
export function onlyTexts(...given: unknown[]): void {
  if (!given.every((one) => typeof one === "string" && one.length <= LONGEST && !UNWRITABLE.test(one)))
    notFound();
}

/** More than any link's secret, id or name in an address. */
const LONGEST = 300;
/** What neither an address nor the database can hold. */
const UNWRITABLE = /[\0\p{Surrogate}]/u;

/** What a form's action is given beside its own arguments. */
export function onlyForm(before: FormState | undefined, form: FormData | undefined): void {
  if (!Number.isSafeInteger(before?.attempt) || !(form instanceof FormData)) notFound();
}
