import { PageShell } from "./ui/PageShell";

const OPERATIONS = [
  ["GET /v1/environment", "What this deployment is, and whether it is ready."],
  ["POST /v1/provider-checkouts", "Start an enrolment: charge a card, or begin a payment plan."],
  [
    "POST /v1/provider-checkouts/{checkoutId}/confirm",
    "Sign a payment plan once its direct debit is authorised.",
  ],
  ["GET /v1/provider-checkouts/{checkoutId}", "Where an enrolment stands, and what happened to it."],
] as const;

/** The home page where no home provider is set. */
export function StartPage() {
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title="Provider Checkout">
      <div className="space-y-4">
        <p className="text-lg">
          Enrol a student and take the full course fee by card, or sign an interest-free payment plan
          collected by direct debit.
        </p>
        <p>
          This address serves the API for providers. Guides, reference and errors are in the{" "}
          <a href="/docs">documentation</a>; the README has a five-minute quickstart.
        </p>
      </div>
      <section aria-labelledby="begin" className="space-y-4">
        <h2 id="begin">Where to begin</h2>
        <dl className="divide-y divide-divider border-divider border-y">
          {OPERATIONS.map(([operation, does]) => (
            <div key={operation} className="py-3">
              <dt>
                <code className="break-words font-medium text-sm">{operation}</code>
              </dt>
              <dd className="text-muted">{does}</dd>
            </div>
          ))}
        </dl>
      </section>
    </PageShell>
  );
}
