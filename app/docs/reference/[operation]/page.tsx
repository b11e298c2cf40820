import { notFound } from "next/navigation";
import { Operation } from "@/components/docs/Operation";
import { plainOf } from "@/lib/docs/markdown";
import { operationPath } from "@/lib/docs/reference";
import { DocsPage, docsMetadata, source } from "../../docs";

type Props = { params: Promise<{ operation: string }> };

async function operationOf({ params }: Props) {
  const { operation } = await params;
  const found = source()
    .reference.groups.flatMap(({ operations }) => operations)
    .find(({ id }) => id === operation);
  if (!found) notFound();
  return found;
}

export async function generateMetadata(props: Props) {
  const { summary, description } = await operationOf(props);
  return docsMetadata(summary, plainOf(description));
}

export default async function OperationPage(props: Props) {
  const operation = await operationOf(props);
  return (
    <DocsPage current={operationPath(operation.id)}>
      <Operation operation={operation} server={source().reference.server} />
    </DocsPage>
  );
}
