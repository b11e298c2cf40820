import type { ReactNode } from "react";

export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="break-words rounded-sm border border-divider bg-surface px-1 py-0.5 text-[0.875em]">
      {children}
    </code>
  );
}

/** A text in which backticks mark code. */
export function Ticked({ children }: { children: string }) {
  return children.split("`").map((part, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    at % 2 === 1 ? <InlineCode key={at}>{part}</InlineCode> : part,
  );
}
