const OPERATIONS = [
  ["GET /v1/environment", "What this deployment is, and whether it is ready."],
  ["POST /v1/provider-checkouts", "Start an enrolment: charge a card, or begin a payment plan."],
  [
    "POST /v1/provider-checkouts/{checkoutId}/confirm",
    "Sign a payment plan once its direct debit is authorised.",
  ],
  ["GET /v1/provider-checkouts/{checkoutId}", "Where an enrolment stands, and what happened to it."],
] as const;

export default function Home() {
  return (
    <main>
      <h1>Provider Checkout</h1>
      <p className="lead">
        Enrol a student and take the full course fee by card, or sign an interest-free payment plan collected
        by direct debit.
      </p>
      <p>
        This address serves the API for providers. The README has a five-minute quickstart; every operation,
        schema and error is in the <a href="/openapi.json">OpenAPI document</a>.
      </p>
      <h2>Where to begin</h2>
      <dl>
        {OPERATIONS.map(([operation, does]) => (
          <div key={operation}>
            <dt>
              <code>{operation}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
