import type { Language } from "../../lib/docs/highlight";
import { Disclosure } from "../ui/Disclosure";
import { CodeBlock } from "./CodeBlock";

interface Props {
  title: string;
  language: Language;
  examples: readonly { title: string; code: string }[];
}

/** The first example in full, the others folded. */
export function Examples({ title, language, examples: [first, ...others] }: Props) {
  if (!first) return null;
  const label = others.length > 0 ? `${title}: ${first.title}` : title;
  return (
    <div className="space-y-1 [&_pre]:max-h-80">
      <CodeBlock code={first.code} language={language} label={label} />
      {others.map((other) => (
        <Disclosure key={other.title} label={`${title}: ${other.title}`}>
          <CodeBlock code={other.code} language={language} label={`${title}: ${other.title}`} />
        </Disclosure>
      ))}
    </div>
  );
}
