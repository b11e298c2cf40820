import { CardPageShell } from "./CardPageShell";

export const NOT_ACTIVE = "This link does not work";
export const FAULT = "Something went wrong on our side";
export const RETURNED = "You can go back to your enrolment";

/** For a link that was never issued. */
export function LinkNotActive() {
  return (
    <CardPageShell title={NOT_ACTIVE}>
      <p>
        It may be incomplete. Go back to your education provider’s page, or ask the provider for a new link.
      </p>
    </CardPageShell>
  );
}

/** Where the page cannot be drawn, for want of a database as a rule. */
export function Fault() {
  return (
    <CardPageShell title={FAULT}>
      <p>Load this page again in a few minutes. If you were paying, it shows whether you have paid.</p>
    </CardPageShell>
  );
}

/** After the bank's page, where the browser did not begin the payment. */
export function BackFromBank() {
  return (
    <CardPageShell title={RETURNED}>
      <p>
        Your bank has sent you back to us. Go back to the page on which you were paying, and close this one.
        That page shows whether your payment went through. Do not pay again before it does.
      </p>
    </CardPageShell>
  );
}
