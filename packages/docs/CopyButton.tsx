/** Its place is reserved before the page's script (page-script.ts) shows it, so that nothing moves. */
export function CopyButton() {
  return (
    <span className="inline-flex min-h-10 min-w-16 shrink-0 justify-end">
      <button type="button" hidden data-copy className="px-4 font-medium text-accent hover:bg-accent-tint">
        <span aria-hidden="true">Copy</span>
        <span className="sr-only">Copy this code</span>
      </button>
      <span role="status" className="sr-only" />
    </span>
  );
}
