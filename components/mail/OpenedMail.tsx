import type { OpenedMail as Opened } from "@/lib/mail/kept";
import { LinkButton } from "../ui/Button";
import { Disclosure } from "../ui/Disclosure";
import { Icon } from "../ui/Icon";
import { PageShell } from "../ui/PageShell";
import { SummaryList } from "../ui/SummaryList";
import { KINDS, timeOf } from "./kinds";

/** One kept mail: its headers, what is attached, and both of its parts. */
export function OpenedMail({ mail }: { mail: Opened }) {
  const at = `/sandbox/mail/${mail.id}`;
  return (
    <PageShell provider={{ name: "Provider Checkout", href: "/" }} title={mail.subject} width="page">
      <p>
        <a href="/sandbox/mail" className="inline-flex min-h-12 items-center">
          All kept emails
        </a>
      </p>
      <SummaryList
        items={[
          { term: "Kind", value: KINDS[mail.kind] },
          { term: "From", value: <Long>{mail.from}</Long> },
          { term: "Reply to", value: <Long>{mail.replyTo ?? "Nobody"}</Long> },
          { term: "To", value: <Long>{mail.to}</Long> },
          { term: "Time", value: <time dateTime={mail.at}>{timeOf(mail.at)}</time> },
        ]}
      />
      {mail.attachment && (
        <LinkButton kind="secondary" href={`${at}/attachment`} download>
          <Icon name="download" />
          {mail.attachment}
        </LinkButton>
      )}
      <section className="space-y-3">
        <h2 className="text-xl">As it looks</h2>
        <iframe
          src={`${at}/html`}
          title={`The email: ${mail.subject}`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-[72rem] w-full rounded border border-divider"
        />
      </section>
      <Disclosure label="The same as plain text">
        <pre className="whitespace-pre-wrap break-words rounded border border-divider bg-surface p-4 font-sans">
          {mail.text}
        </pre>
      </Disclosure>
    </PageShell>
  );
}

/** An address, which may be longer than the line. */
function Long({ children }: { children: string }) {
  return <bdi className="break-words">{children}</bdi>;
}
