import type { Faults } from "./action";

/** What is wrong by field, as sentences; null where nothing is. */
export function faultsOf(found: Readonly<Record<string, string | null>>): Faults | null {
  const wrong = Object.entries(found).flatMap(([name, fault]) =>
    fault === null ? [] : [[name, fault.charAt(0).toUpperCase() + fault.slice(1)]],
  );
  return wrong.length === 0 ? null : { errors: Object.fromEntries(wrong) };
}
