import type { ReactNode } from "react";
import { Disclosure } from "../../components/ui/Disclosure";

interface Props {
  title: string;
  examples: readonly { title: string; draw(label: string): ReactNode }[];
}

/** The first example in full, the others folded. */
export function Examples({ title, examples: [first, ...others] }: Props) {
  if (!first) return null;
  return (
    <div className="space-y-1 [&_pre]:max-h-80">
      {first.draw(others.length > 0 ? `${title}: ${first.title}` : title)}
      {others.map((other) => (
        <Disclosure key={other.title} label={`${title}: ${other.title}`}>
          {other.draw(`${title}: ${other.title}`)}
        </Disclosure>
      ))}
    </div>
  );
}
