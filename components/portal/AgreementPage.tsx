import type { Part } from "@/lib/domain/document-parts";
import type { EnrolmentView } from "@/lib/enrolment/view";
import { LinkButton } from "../ui/Button";
import { Icon } from "../ui/Icon";
import { Notice } from "../ui/Notice";
import { PageShell } from "../ui/PageShell";
import { AgreementText } from "./AgreementText";
import { PrintButton } from "./PrintButton";

interface Props {
  view: EnrolmentView;
  title: string;
  sha256: string;
  /** Null for an agreement that was signed before its file held its text. */
  whole: Part | null;
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
      {whole ? (
        <article aria-label={title} className="space-y-3">
          <AgreementText parts={whole.parts ?? []} />
        </article>
      ) : (
        <Notice kind="info" title="This agreement is a PDF only">
          <p>It was signed before agreements could be read as a page. The PDF has its whole text.</p>
        </Notice>
      )}
      <section className="space-y-4 border-divider border-t pt-6">
        <h2 className="text-xl">The signed file</h2>
        <p className="max-w-[66ch]">
          {whole
            ? "This page shows the text of the signed PDF, word for word. The PDF is the original."
            : "The PDF is what you signed."}{" "}
          It can be told from any other file by its SHA-256:
        </p>
        <p className="wrap-anywhere text-sm tabular-nums">
          <code>{sha256}</code>
        </p>
        <div className="flex flex-wrap gap-3 print:hidden">
          <LinkButton href={`${home}/agreement`} download>
            <Icon name="download" />
            Download your agreement (PDF)
          </LinkButton>
          {whole && <PrintButton>Print this page</PrintButton>}
        </div>
      </section>
    </PageShell>
  );
}
