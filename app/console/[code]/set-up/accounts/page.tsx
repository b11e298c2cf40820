import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Moment } from "@/components/console/Moment";
import { LinkButton } from "@/components/ui/Button";
import { SummaryList } from "@/components/ui/SummaryList";
import { published } from "@/server/instance/published";
import { callerOf } from "../../../guard";

export const metadata = { title: "Processor accounts – Console" };

export default async function AccountsPage({ params }: { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await params).code, "set_up");
  const accounts = await published().pages.staffRecords.accounts(caller);
  const { code, timeZone } = caller.provider;
  const home = `/console/${code}/set-up/accounts`;
  return (
    <ConsoleShell title="Processor accounts" who={caller} current="set-up">
      <div className="flex flex-wrap gap-4">
        <LinkButton href={`${home}/new/add`}>Add a processor account</LinkButton>
        <LinkButton kind="secondary" href={`${home}/new/check`}>
          Check the accounts
        </LinkButton>
      </div>
      {accounts.length === 0 && <p>There is no account here: the gateway of this service takes the cards.</p>}
      {accounts.map(({ id, name, mode, takes, retiredAt, ...account }) => (
        <section key={id} className="space-y-4">
          <h2>
            {name}, {takes.join(" and ")}
            {retiredAt && ", retired"}
          </h2>
          <SummaryList
            items={[
              { term: "Account", value: <span className="wrap-anywhere">{id}</span> },
              { term: "Mode", value: mode },
              {
                term: "Publishable key",
                value: <span className="wrap-anywhere">{account.publishableKey}</span>,
              },
              { term: "Acts for", value: account.externalAccount ?? "Itself" },
              { term: "On bank statements", value: account.statementName ?? caller.provider.name },
              { term: "Since", value: <Moment at={account.createdAt} timeZone={timeZone} /> },
              ...(retiredAt
                ? [{ term: "Retired", value: <Moment at={retiredAt} timeZone={timeZone} /> }]
                : []),
              { term: "Webhook secret", value: account.hasWebhookSecret ? "Set" : "None yet" },
              {
                term: "Address for its events",
                value: <span className="wrap-anywhere">{account.eventsUrl}</span>,
              },
            ]}
          />
          <p className="flex flex-wrap gap-x-6">
            {CHANGES.filter(({ key }) => key !== "retire" || !retiredAt).map(({ key, label }) => (
              <a key={key} href={`${home}/${id}/${key}`} className="inline-flex min-h-12 items-center">
                {label}
                <span className="sr-only"> of {id}</span>
              </a>
            ))}
          </p>
        </section>
      ))}
    </ConsoleShell>
  );
}

const CHANGES = [
  { key: "secret", label: "Replace the secret" },
  { key: "webhook-secret", label: "Replace the webhook secret" },
  { key: "retire", label: "Retire" },
];
