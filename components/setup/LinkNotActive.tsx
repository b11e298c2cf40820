import { SetupShell } from "./SetupShell";

const TITLE = "This link is no longer active";

/** For a session that was never given out, or has been replaced: it tells nothing of anybody. */
export function LinkNotActive() {
  return (
    <SetupShell name="Direct debit setup" title={TITLE}>
      <title>{`${TITLE} – Provider Checkout`}</title>
      <div className="space-y-4">
        <p>It may have been replaced by a newer one, or be incomplete.</p>
        <p>
          To get a new link, go back to your education provider’s enrolment page, or ask the provider to send
          you one.
        </p>
      </div>
    </SetupShell>
  );
}
