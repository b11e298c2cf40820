import type { ReactNode } from "react";
import { CodeBlock, CodeVariants } from "./CodeBlock";
import { DataTable } from "./DataTable";
import { type Block, type Inline, parseMarkdown, tickedText } from "./markdown";
import { InlineCode } from "./Ticked";

/** A table's label is the heading above it. */
export function Markdown({ blocks }: { blocks: readonly Block[] }) {
  let heading = "";
  return blocks.map((block, at) => {
    if (block.type === "heading") heading = block.text;
    // biome-ignore lint/suspicious/noArrayIndexKey: a guide's blocks never move
    return <BlockView key={at} block={block} label={heading} />;
  });
}

function BlockView({ block, label }: { block: Block; label: string }): ReactNode {
  switch (block.type) {
    case "heading": {
      const Tag = block.depth === 2 ? "h2" : "h3";
      return (
        <Tag id={block.id} className="group scroll-mt-6 pt-4">
          <a href={`#${block.id}`} className="text-text no-underline hover:text-text hover:underline">
            <Inlines of={block.inlines} />
          </a>
        </Tag>
      );
    }
    case "paragraph":
      return <p>{view(block.inlines)}</p>;
    case "list": {
      const items = block.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <li key={at} className="space-y-2">
          <Markdown blocks={item} />
        </li>
      ));
      return block.ordered ? (
        <ol className="list-decimal space-y-2 pl-6">{items}</ol>
      ) : (
        <ul className="list-disc space-y-2 pl-6">{items}</ul>
      );
    }
    case "table":
      return (
        <DataTable
          label={label}
          head={block.head.map(tickedText)}
          rows={block.rows.map((row) => row.map((cell) => view(cell)))}
        />
      );
    case "note":
      return (
        <div className="space-y-2 border-accent border-l-4 bg-accent-tint px-4 py-3">
          <Markdown blocks={block.blocks} />
        </div>
      );
    case "code":
      return <CodeBlock code={block.text} language={block.language} />;
    case "variants":
      return <CodeVariants codes={block.codes} />;
  }
}

const view = (inlines: readonly Inline[]) => <Inlines of={inlines} />;

function Inlines({ of }: { of: readonly Inline[] }): ReactNode {
  return of.map((inline, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <InlineView key={at} inline={inline} />
  ));
}

function InlineView({ inline }: { inline: Inline }): ReactNode {
  switch (inline.type) {
    case "text":
      return inline.text;
    case "code":
      return <InlineCode>{inline.text}</InlineCode>;
    case "strong":
      return <strong className="font-semibold">{view(inline.inlines)}</strong>;
    case "em":
      return <em>{view(inline.inlines)}</em>;
    case "link":
      return <a href={inline.href}>{view(inline.inlines)}</a>;
  }
}

/** A text of the published document in markdown. */
export function Prose({ children }: { children: string }) {
  return <Markdown blocks={parseMarkdown(children)} />;
}
