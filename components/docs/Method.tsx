/** Method and path of an operation. */
export function Method({ method, path }: { method: string; path: string }) {
  return (
    <code className="break-all text-sm">
      <strong className="font-semibold text-accent">{method}</strong> {path}
    </code>
  );
}
