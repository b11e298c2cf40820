import { Disclosure } from "../../components/ui/Disclosure";
import { Html } from "./Html";

interface Props {
  title: string;
  examples: readonly { title: string; draw(label: string): string }[];
}

/** The first example in full, the others folded. */
export function Examples({ title, examples: [first, ...others] }: Props) {
  if (!first) return null;
  return (
    <div className="space-y-1 [&_pre]:max-h-80">
      <Html of={first.draw(others.length > 0 ? `${title}: ${first.title}` : title)} />
      {others.map((other) => (
        <Disclosure key={other.title} label={`${title}: ${other.title}`}>
          <Html of={other.draw(`${title}: ${other.title}`)} />
        </Disclosure>
      ))}
    </div>
  );
}
