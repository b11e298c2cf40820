/** A plain form: the server searches, so it works without a script. */
export function SearchForm({ query }: { query?: string }) {
  return (
    <search className="w-full max-w-full sm:w-auto">
      <form action="/docs/search" method="get" className="flex w-full gap-2 sm:w-auto">
        <input
          type="search"
          name="q"
          aria-label="Search the docs"
          placeholder="Search the docs"
          defaultValue={query}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="min-h-12 w-full min-w-0 rounded border border-control bg-background px-3 placeholder:text-muted placeholder:opacity-100 sm:w-72"
        />
        <button
          type="submit"
          className="inline-flex min-h-12 items-center gap-1.5 rounded border border-control bg-surface px-4 font-medium hover:bg-accent-tint"
        >
          Search
        </button>
      </form>
    </search>
  );
}
