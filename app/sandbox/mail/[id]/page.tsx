import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { LinkButton } from "@/components/ui/Button";
import { Disclosure } from "@/components/ui/Disclosure";
import { Icon } from "@/components/ui/Icon";
import { PageShell } from "@/components/ui/PageShell";
import { SummaryList } from "@/components/ui/SummaryList";
import { Time } from "@/components/ui/Time";
import { published } from "@/server/instance/published";

type Props = { params: Promise<{ id: string }> };

const mailOf = async ({ params }: Props) =>
  published()
    .pages.keptMailFor(await headers())
    ?.open((await params).id) ?? null;

export async function generateMetadata(props: Props) {
  const mail = await mailOf(props);
  return { title: mail ? `${mail.subject} – Kept emails` : "Page not found – Provider Checkout" };
}

export default async function KeptMailPage(props: Props) {
  const mail = await mailOf(props);
  if (!mail) notFound();
  const at = `/sandbox/mail/${mail.id}`;
  return (
    <PageShell title={mail.subject} width="page">
      <p>
        <a href="/sandbox/mail" className="inline-flex min-h-12 items-center">
          All kept emails
        </a>
      </p>
      <SummaryList
        items={[
          { term: "From", value: <Long>{mail.from}</Long> },
          { term: "Reply to", value: <Long>{mail.replyTo ?? "Nobody"}</Long> },
          { term: "To", value: <Long>{mail.to}</Long> },
          { term: "Time", value: <Time at={mail.at} /> },
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
