import { searchDocs } from "@/lib/docs/search";
import { DocsPage, source } from "../docs";

type Props = { searchParams: Promise<{ q?: string | string[] }> };

const LONGEST = 200;

export async function generateMetadata(props: Props) {
  const query = await queryOf(props);
  return {
    title: `${query === "" ? "Search" : `“${query}”`} – Provider Checkout Docs`,
    robots: { index: false },
  };
}

async function queryOf({ searchParams }: Props): Promise<string> {
  const { q } = await searchParams;
  return ([q].flat()[0] ?? "").trim().slice(0, LONGEST);
}

export default async function SearchPage(props: Props) {
  const query = await queryOf(props);
  const { document, baseUrl } = source();
  const hits = query === "" ? [] : searchDocs(query, document, baseUrl);
  return (
    <DocsPage current="/docs/search" query={query}>
      <div className="max-w-[46rem] space-y-6">
        <h1>Search</h1>
        <p className="break-words">{summaryOf(query, hits.length)}</p>
        <ol className="divide-y divide-divider border-divider border-y empty:hidden">
          {hits.map(({ kind, title, href, excerpt }) => (
            <li key={href} className="max-w-none space-y-0.5 py-4">
              <p className="font-medium">
                <a href={href} className="break-words">
                  {title}
                </a>{" "}
                <span className="ml-1 font-normal text-muted text-sm">{kind}</span>
              </p>
              <p className="break-words text-muted text-sm">{excerpt}</p>
            </li>
          ))}
        </ol>
      </div>
    </DocsPage>
  );
}

function summaryOf(query: string, count: number): string {
  if (query === "") return "Search for an operation, a word of a guide, or the code of a problem.";
  if (count === 0) return `Nothing matches “${query}”. Try another word, or look through the menu.`;
  return `${count} ${count === 1 ? "result" : "results"} for “${query}”.`;
}
