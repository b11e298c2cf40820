import { Button, LinkButton } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { PageShell } from "../ui/PageShell";
import { SummaryList } from "../ui/SummaryList";

const OURS = { name: "Provider Checkout", href: "/" };

interface Named {
  code: string;
  name: string;
}

interface Props {
  providers: readonly Named[];
  keepsMail: boolean;
  /** The provider whose data were just deleted, and whether a checkout of it stayed. */
  done: { name: string; hasLeft: boolean } | null;
}

/** What there is for whoever tests against this sandbox. */
export function SandboxPage({ providers, keepsMail, done }: Props) {
  const places = [
    ["/sandbox/requests", "Requests", "The latest requests of each API key, with what they were answered."],
    ...(keepsMail ? [["/sandbox/mail", "Emails", "What students would get by email."]] : []),
    [
      "/docs/testing",
      "Test cards and simulations",
      "What decides how a charge ends, and what can be had at once.",
    ],
  ] as const;
  return (
    <PageShell provider={OURS} title="Sandbox" width="page">
      {done && (
        <Notice
          kind={done.hasLeft ? "warning" : "success"}
          title={`The test data of ${done.name} are deleted`}
        >
          {done.hasLeft && (
            <p>
              A checkout stayed, because its charge was being made at that moment. Delete again to end it too.
            </p>
          )}
        </Notice>
      )}
      <ul className="divide-y divide-divider border-divider border-y">
        {places.map(([href, name, about]) => (
          <li key={href} className="max-w-none py-3">
            <a href={href} className="inline-flex min-h-8 items-center font-medium">
              {name}
            </a>
            <p className="text-muted">{about}</p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="providers" className="space-y-4">
        <h2 id="providers">Providers</h2>
        <ul className="divide-y divide-divider border-divider border-y">
          {providers.map(({ code, name }) => (
            <li
              key={code}
              className="grid max-w-none gap-x-8 gap-y-2 py-4 sm:grid-cols-[1fr_auto] sm:items-center"
            >
              <div className="wrap-anywhere min-w-0">
                <p className="font-medium">
                  <bdi>{name}</bdi>
                </p>
                <p className="text-muted">{code}</p>
              </div>
              <LinkButton kind="secondary" href={`/sandbox?reset=${encodeURIComponent(code)}`}>
                Delete test data<span className="sr-only"> of {name}</span>
              </LinkButton>
            </li>
          ))}
        </ul>
      </section>
    </PageShell>
  );
}

interface QuestionProps {
  found: Named & { checkouts: number; enrolments: number; deliveries: number };
  action: () => Promise<void>;
}

/** The second step, which says what will be deleted. */
export function ResetQuestion({ found, action }: QuestionProps) {
  return (
    <PageShell provider={OURS} back="/sandbox" title={`Delete the test data of ${found.name}?`}>
      <SummaryList
        isShort
        items={[
          { term: "Checkouts", value: found.checkouts },
          { term: "Enrolments", value: found.enrolments },
          { term: "Webhook deliveries", value: found.deliveries },
        ]}
      />
      <div className="space-y-4">
        <p>
          With them go their events, agreements, bank details, emails, contacts, idempotency keys, charges of
          the sandbox&rsquo;s card gateway, and the log of requests. This cannot be undone.
        </p>
        <p>The provider, its courses, API keys and webhook endpoints stay.</p>
      </div>
      <form action={action} className="flex flex-wrap gap-3">
        <Button>Delete test data</Button>
        <LinkButton kind="quiet" href="/sandbox">
          Keep them
        </LinkButton>
      </form>
    </PageShell>
  );
}
