import { SetupShell } from "./SetupShell";

const FAULT = "Something went wrong on our side";
export const FAULT_TITLE = `${FAULT} – Provider Checkout`;

/** Where the page cannot be drawn, for want of a database as a rule. */
export function Fault() {
  return (
    <SetupShell name="Direct debit setup" title={FAULT}>
      <p>Load this page again in a few minutes: it shows what was saved.</p>
    </SetupShell>
  );
}
