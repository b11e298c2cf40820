import { Markdown } from "./Markdown";
import type { Block } from "./markdown";
import type { Link } from "./view";

interface Props {
  title: string;
  blocks: readonly Block[];
  next: Link | null;
}

export function GuidePage({ title, blocks, next }: Props) {
  const sections = blocks.flatMap((block) => (block.type === "heading" && block.depth === 2 ? [block] : []));
  return (
    <div className="@min-[75rem]:grid @min-[75rem]:grid-cols-[minmax(0,46rem)_13rem] @min-[75rem]:gap-x-12">
      <div className="max-w-[46rem] space-y-5">
        <h1>{title}</h1>
        <Markdown blocks={blocks} />
        {next && (
          <p className="border-divider border-t pt-6">
            Next: <a href={next.href}>{next.name}</a>
          </p>
        )}
      </div>
      {sections.length > 1 && (
        <nav aria-label="On this page" className="hidden @min-[75rem]:block print:hidden">
          <div className="sticky top-8 text-sm">
            <p className="mb-2 font-semibold">On this page</p>
            <ul className="space-y-1">
              {sections.map(({ id, text }) => (
                <li key={id}>
                  <a href={`#${id}`} className="block py-1 text-muted no-underline hover:underline">
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </nav>
      )}
    </div>
  );
}
