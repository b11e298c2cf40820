import type { EnrolmentView } from "@/lib/enrolment/view";
import type { Part } from "@/packages/pdf/document-parts";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { PageShell } from "../ui/PageShell";
import { AgreementText } from "./AgreementText";
import { PrintButton } from "./PrintButton";

interface Props {
  view: EnrolmentView;
  title: string;
  sha256: string;
  whole: Part;
}

/** The signed agreement as a page: what the signed file holds, and how the file is told from any other. */
export function AgreementPage({ view, title, sha256, whole }: Props) {
  const { provider, secret } = view;
  const home = `/e/${secret}`;
  return (
    <PageShell
      provider={{ ...provider, href: `/p/${provider.code}` }}
      title={title}
      back={`${home}/done`}
      width="page"
    >
      <article aria-label={title} className="space-y-3">
        <AgreementText parts={whole.parts ?? []} />
      </article>
      <section className="space-y-4 border-divider border-t pt-6">
        <h2 className="text-xl">The signed file</h2>
        <p className="max-w-[66ch]">
          This page shows the text of the signed PDF, word for word. The PDF is the original. It can be told
          from any other file by its SHA-256:
        </p>
        <p className="wrap-anywhere text-sm tabular-nums">
          <code>{sha256}</code>
        </p>
        <div className="flex flex-wrap gap-3 print:hidden">
          <LinkButton href={`${home}/agreement`}>
            <Icon name="download" />
            Download your agreement (PDF)
          </LinkButton>
          <PrintButton>Print this page</PrintButton>
        </div>
      </section>
    </PageShell>
  );
}
