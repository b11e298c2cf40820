import { type CodeRole, highlight, type Language } from "../../lib/docs/highlight";
import { CopyButton } from "./CopyButton";

const LOOKS: Record<CodeRole, string> = {
  name: "text-accent",
  text: "text-success",
  value: "text-warning",
  word: "font-medium text-accent-strong",
  comment: "text-muted",
};

const NAMES: Record<Language, string> = {
  bash: "Shell",
  sh: "Shell",
  ts: "TypeScript",
  html: "HTML",
  json: "JSON",
  yaml: "YAML",
};

export function CodeBlock({ code, language, label }: { code: string; language: Language; label?: string }) {
  const name = label ?? NAMES[language];
  return (
    <figure className="min-w-0 max-w-[calc(100vw-2rem)] overflow-hidden rounded border border-divider bg-surface sm:max-w-full">
      <figcaption className="flex min-h-10 items-center justify-between gap-4 border-divider border-b pl-4 text-muted text-sm">
        <span className="min-w-0 break-words py-1">{name}</span>
        <CopyButton />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} className="max-h-150 overflow-auto p-4 text-sm">
        <code>
          {highlight(code, language).map(({ text, role }, at) =>
            role ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one code never move
              <span key={at} className={LOOKS[role]}>
                {text}
              </span>
            ) : (
              text
            ),
          )}
        </code>
      </pre>
    </figure>
  );
}

export function JsonBlock({ value, label }: { value: unknown; label?: string }) {
  return <CodeBlock code={JSON.stringify(value, null, 2)} language="json" label={label} />;
}
