/** D-092 */
export function LostPage() {
  return (
    <div className="max-w-[46rem] space-y-4">
      <h1>Page not found</h1>
      <p>
        The documentation has no page at this address. Search for what you need, look through the menu, or go
        to <a href="/docs">the overview</a>, <a href="/docs/reference">all operations</a> or{" "}
        <a href="/docs/problems">all problems</a>.
      </p>
    </div>
  );
}
