import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PageShell } from "@/components/ui/PageShell";
import { published } from "@/server/instance/published";

export const metadata: Metadata = { title: "Sandbox – Provider Checkout" };

/** What there is for whoever tests against this sandbox. */
export default async function Sandbox() {
  const { pages } = published();
  if (!pages.seesSandbox(await headers())) notFound();
  const places = [
    ...(pages.keepsMail ? [["/sandbox/mail", "Emails", "What students would get by email."]] : []),
    [
      "/docs/testing",
      "Test cards and simulations",
      "What decides how a charge ends, and what can be had at once.",
    ],
    ["/docs/testing#the-request-log", "Requests", "How to see what your requests were answered."],
    ["/docs/testing#reset", "Reset", "How to delete all that your tests have made."],
  ] as const;
  return (
    <PageShell title="Sandbox" width="page">
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
    </PageShell>
  );
}
