import { NewLink } from "./Ended";
import { SetupShell } from "./SetupShell";

export const NOT_ACTIVE = "This link is no longer active";
export const FAULT = "Something went wrong on our side";

/** For a link that was never issued, or was replaced. */
export function LinkNotActive({ newLinkAt }: { newLinkAt: string | null }) {
  return (
    <SetupShell title={NOT_ACTIVE}>
      <div className="space-y-4">
        <p>It may have been replaced by a newer one, or be incomplete.</p>
        <p>
          To get a new link, go back to your education provider’s enrolment page, or ask the provider to send
          you one.
        </p>
      </div>
      {newLinkAt !== null && (
        <div className="space-y-4">
          <p>If you enrolled here, we can email you a link that takes you back to where you stopped.</p>
          <NewLink href={newLinkAt} />
        </div>
      )}
    </SetupShell>
  );
}

/** Where the page cannot be drawn, for want of a database as a rule. */
export function Fault() {
  return (
    <SetupShell title={FAULT}>
      <p>Load this page again in a few minutes: it shows what was saved.</p>
    </SetupShell>
  );
}
