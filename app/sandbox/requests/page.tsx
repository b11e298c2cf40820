import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { PageShell } from "@/components/ui/PageShell";
import { Time } from "@/components/ui/Time";
import type { KeyRequests } from "@/lib/domain/request-log";
import { published } from "@/server/instance/published";

export const metadata: Metadata = { title: "Requests – Provider Checkout" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** The latest requests of a provider's API keys, with what they were answered. */
export default async function Requests({ searchParams }: Props) {
  const { pages } = published();
  if (!pages.seesSandbox(await headers())) notFound();
  const providers = await pages.sandbox.providers();
  const { provider } = await searchParams;
  const home = providers.find(({ code }) => code === pages.homeProviderCode) ?? providers[0];
  const code = typeof provider === "string" ? provider : home?.code;
  const found = code === undefined ? null : await pages.sandbox.requests(code);
  if (code !== undefined && !found) notFound();
  const keys = found?.keys ?? [];
  return (
    <PageShell back="/sandbox" title="Requests" width="page">
      <p className="max-w-[66ch] text-lg text-muted">
        The latest 20 requests of each API key, newest first. Bodies and queries are not kept.
      </p>
      {providers.length > 1 && (
        <nav aria-label="Providers">
          <ul className="flex flex-wrap gap-x-5">
            {providers.map((one) => (
              <li key={one.code} className="wrap-anywhere min-w-0">
                <a
                  href={`/sandbox/requests?provider=${encodeURIComponent(one.code)}`}
                  aria-current={one.code === code ? "page" : undefined}
                  className="inline-flex min-h-12 items-center aria-[current]:font-semibold aria-[current]:text-text aria-[current]:no-underline"
                >
                  <bdi>{one.name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {keys.length === 0 && (
        <p>
          There are none yet. Make the <a href="/docs#make-your-first-call">first call</a>, and load this page
          again.
        </p>
      )}
      {keys.map((key) => (
        <section key={key.lastFour + key.label} className="space-y-3">
          <h2 className="text-xl">
            <bdi>{key.label}</bdi>, …{key.lastFour}
          </h2>
          <ul className="divide-y divide-divider border-divider border-y">
            {key.requests.map((request) => (
              <Entry key={request.request_id} request={request} />
            ))}
          </ul>
        </section>
      ))}
    </PageShell>
  );
}

function Entry({ request }: { request: KeyRequests["requests"][number] }) {
  const { at, method, route, status, code, duration_ms, request_id } = request;
  return (
    <li className="grid max-w-none gap-x-8 gap-y-1 py-3 sm:grid-cols-[1fr_auto] sm:items-baseline">
      <div className="wrap-anywhere min-w-0">
        <code className="text-sm">
          {method} {route === "none" ? "an unknown address" : route}
        </code>
        <p className="text-muted text-sm">{request_id}</p>
      </div>
      <p className="text-sm tabular-nums sm:text-right">
        <span className="font-semibold">{status}</span>{" "}
        {code && (
          <a href={`/docs/problems/${code}`} className="inline-flex min-h-8 items-center">
            {code}
          </a>
        )}
        <span className="block text-muted">
          <Time at={at} />, {duration_ms} ms
        </span>
      </p>
    </li>
  );
}
