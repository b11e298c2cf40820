import type { ReactNode } from "react";

/** A part of the design page under a heading of its own. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-6 border-divider border-t pt-10">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
