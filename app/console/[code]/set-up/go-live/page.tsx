import { ConsoleShell } from "@/components/console/ConsoleShell";
import { Moment } from "@/components/console/Moment";
import { Status, Term } from "@/components/console/Status";
import { PrintButton } from "@/components/portal/PrintButton";
import { Notice } from "@/components/ui/Notice";
import { formatDate } from "@/packages/dates/calendar";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf } from "../../../guard";

export const metadata = { title: "Go-live checklist – Console" };

const SHOWN = { word: "Shown", tone: "good" } as const;
const NOT_YET = { word: "Not seen yet", tone: "waiting" } as const;

export default async function GoLivePage(props: ConsoleProps & { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await props.params).code);
  const page = await published().pages.staffRecords.goLive(caller, await asked(props, "certificate"));
  const { code, timeZone, name } = caller.provider;
  const home = `/console/${code}`;
  const frame = { who: caller, current: "set-up" } as const;
  if (!page)
    return (
      <ConsoleShell title="Go-live checklist" {...frame}>
        <p>The checklist belongs to the sandbox. Open the sandbox’s console to see it.</p>
      </ConsoleShell>
    );
  const { items, certificate, examined } = page;
  return (
    <ConsoleShell title="Go-live checklist" {...frame}>
      {examined === null && (
        <Notice kind="error" title="This certificate is not genuine">
          <p>It is not one that this service made for {name}, or it was altered.</p>
        </Notice>
      )}
      {examined && (
        <Notice kind="success" title={`Genuine: a certificate of ${formatDate(examined.date)} for ${name}`}>
          <p>It certifies these records. Compare them with the copy that you have.</p>
          <ul>
            {examined.ids.map((id) => (
              <li key={id}>
                <Term>{id}</Term>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <p className="print:hidden">
        Each item ticks itself when your system has done it in the sandbox through the API. Nobody can tick
        one by hand.
      </p>
      {certificate && (
        <section className="space-y-3">
          <h2>Certificate of {formatDate(certificate.date)}</h2>
          <p>
            The system of {name} has shown all {items.length} items below in the sandbox.
          </p>
          <p>Verification code, which this page examines:</p>
          <p className="text-sm">
            <a
              href={`${home}/set-up/go-live?${new URLSearchParams({ certificate: certificate.code })}`}
              className="wrap-anywhere"
            >
              {certificate.code}
            </a>
          </p>
          <p className="print:hidden">
            <PrintButton>Print the certificate</PrintButton>
          </p>
        </section>
      )}
      <ol className="divide-y divide-divider border-divider border-y">
        {items.map(({ key, title, how, guide, proof }) => (
          <li key={key} className="break-inside-avoid space-y-1 py-4">
            <h2 className="text-base!">{title}</h2>
            <p className="print:hidden">
              {how}{" "}
              <a href={guide.path} className="inline-flex min-h-6">
                {guide.name}
              </a>
            </p>
            <Status of={proof ? SHOWN : NOT_YET} />
            {proof && (
              <p className="text-sm">
                <Moment at={proof.at} timeZone={timeZone} /> <ProofId id={proof.id} home={home} />
              </p>
            )}
          </li>
        ))}
      </ol>
    </ConsoleShell>
  );
}

/** A delivery has no page of its own. */
function ProofId({ id, home }: { id: string; home: string }) {
  if (id.startsWith("whd_")) return <Term>{id}</Term>;
  const to = id.startsWith("chk_") ? `/checkouts/${id}` : `/set-up/requests?q=${id}`;
  return (
    <a href={`${home}${to}`} className="wrap-anywhere">
      {id}
    </a>
  );
}
