import { notFound } from "next/navigation";
import { Problem } from "@/components/docs/Problem";
import { problemSections } from "@/lib/docs/problems";
import { DocsPage, docsMetadata, source } from "../../docs";

type Props = { params: Promise<{ code: string }> };

async function problemOf({ params }: Props) {
  const { code } = await params;
  const { document, baseUrl } = source();
  const found = problemSections(document, baseUrl).find((problem) => problem.code === code);
  if (!found) notFound();
  return found;
}

export async function generateMetadata(props: Props) {
  const { code, title, remedy } = await problemOf(props);
  return docsMetadata(code, `${title}. ${remedy}`.replaceAll("`", ""));
}

/** Contract section 2: the address that a problem document has as its `type`. */
export default async function ProblemPage(props: Props) {
  const problem = await problemOf(props);
  return (
    <DocsPage current="/docs/problems">
      <div className="max-w-[46rem] space-y-6">
        <h1 className="break-all font-mono">{problem.code}</h1>
        <p className="text-lg">{problem.title}.</p>
        <Problem problem={problem} />
        <p>
          <a href="/docs/problems">All problems</a>
        </p>
      </div>
    </DocsPage>
  );
}
