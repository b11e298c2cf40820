import { notFound, redirect } from "next/navigation";
import { AgreementText } from "@/components/portal/AgreementText";
import { DownloadAndPrint } from "@/components/portal/DownloadAndPrint";
import { PageShell } from "@/components/ui/PageShell";
import { published } from "@/server/instance/published";
import { type EnrolmentProps, enrolmentAt, titleOf } from "../../guard";

const TITLE = "Payment Plan Agreement";

export const generateMetadata = (props: EnrolmentProps) => titleOf(props, TITLE);

/** The signed agreement as a page: what the signed file holds, and how the file is told from any other. */
export default async function SignedAgreementPage(props: EnrolmentProps) {
  const { provider, secret } = await enrolmentAt(props, "done");
  const home = `/e/${secret}`;
  const signed = await published().pages.portal.agreementToRead(secret);
  if (!signed) notFound();
  if (signed === "being_made") redirect(`${home}/done`);
  return (
    <PageShell provider={provider} title={TITLE} back={`${home}/done`} width="page">
      <article aria-label={TITLE} className="space-y-3">
        <AgreementText parts={signed.whole.parts ?? []} />
      </article>
      <section className="space-y-4 border-divider border-t pt-6">
        <h2 className="text-xl">The signed file</h2>
        <p className="max-w-[66ch]">
          This page shows the text of the signed PDF, word for word. The PDF is the original. It can be told
          from any other file by its SHA-256:
        </p>
        <p className="wrap-anywhere text-sm tabular-nums">
          <code>{signed.sha256}</code>
        </p>
        <DownloadAndPrint href={`${home}/agreement`} what="agreement">
          Print this page
        </DownloadAndPrint>
      </section>
    </PageShell>
  );
}
