import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PageShell } from "@/components/ui/PageShell";
import { Time } from "@/components/ui/Time";
import { published } from "@/server/instance/published";

export const metadata: Metadata = { title: "Kept emails – Provider Checkout" };

export default async function KeptMailsPage() {
  const keptMail = published().pages.keptMailFor(await headers());
  if (!keptMail) notFound();
  const mails = await keptMail.list();
  return (
    <PageShell title="Kept emails" width="page">
      <p className="max-w-[66ch] text-lg text-muted">
        This test environment sends no emails. What students would get is kept here instead, newest first.
      </p>
      {mails.length === 0 ? (
        <p>
          There are none yet. <a href="/">Enrol in a course</a> and give an email address to see the first.
        </p>
      ) : (
        <ul className="divide-y divide-divider border-divider border-y">
          {mails.map((mail) => (
            <li key={mail.id} className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[1fr_auto] sm:items-baseline">
              <div className="min-w-0">
                <a href={`/sandbox/mail/${mail.id}`} className="inline-flex min-h-8 items-center font-medium">
                  {mail.subject}
                </a>
                <p className="break-words text-muted">
                  To <bdi>{mail.to}</bdi>
                </p>
              </div>
              <p className="text-muted text-sm tabular-nums sm:text-right">
                <Time at={mail.at} />
                <span className="block">
                  <bdi>{mail.provider}</bdi>
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </PageShell>
  );
}
