import { CheckoutError } from "../../domain/errors";
import type { Faults } from "./action";

const sentence = (fault: string) => fault.charAt(0).toUpperCase() + fault.slice(1);

export const faultAt = (name: string, fault: string): Faults => ({ errors: { [name]: sentence(fault) } });

/** What is wrong by field, as sentences; null where nothing is. */
export function faultsOf(found: Readonly<Record<string, string | null>>): Faults | null {
  const wrong = Object.entries(found).flatMap(([name, fault]) => (fault ? [[name, sentence(fault)]] : []));
  return wrong.length === 0 ? null : { errors: Object.fromEntries(wrong) };
}

/** The work found what is wrong with a field. It is recorded as refused. */
export class Refused extends CheckoutError {
  constructor(readonly errors: Faults["errors"]) {
    super("validation_failed", Object.values(errors).join(" "));
  }
}

export const changedMeanwhile = () =>
  new CheckoutError("not_found", "Nothing was done: somebody else changed this first.");
