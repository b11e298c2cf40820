import { Button } from "./ui/Button";
import { PageShell } from "./ui/PageShell";

/** What stands where a page could not be shown. */
export function FaultPage({ onRetry }: { onRetry: () => void }) {
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title="Something went wrong on our side">
      <div className="space-y-4">
        <p>The steps that you had finished are kept. Try again in a few minutes.</p>
        <p>If you were paying, look at your enrolment again before you pay a second time.</p>
      </div>
      <Button type="button" onClick={onRetry}>
        Try again
      </Button>
    </PageShell>
  );
}
