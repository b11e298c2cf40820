import type { Hit } from "./search";

export function SearchPage({ query, hits }: { query: string; hits: readonly Hit[] }) {
  return (
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
  );
}

function summaryOf(query: string, count: number): string {
  if (query === "") return "Search for an operation, a word of a guide, or the code of a problem.";
  if (count === 0) return `Nothing matches “${query}”. Try another word, or look through the menu.`;
  return `${count} ${count === 1 ? "result" : "results"} for “${query}”.`;
}
