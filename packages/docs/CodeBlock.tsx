import { Fragment, type ReactNode } from "react";
import { classes } from "../../components/ui/classes";
import { CopyButton } from "./CopyButton";
import {
  type CodeRole,
  type CodeRun,
  highlight,
  type Language,
  nameOfExample,
  type Variant,
} from "./highlight";
import type { Code } from "./markdown";

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
  python: "Python",
  php: "PHP",
  html: "HTML",
  json: "JSON",
  yaml: "YAML",
};

/** A variant is hidden while another one is chosen. A browser that does not know `:has` shows all of them. */
const VARIANT_LOOKS: Record<Variant, string> = {
  bash: "group-has-[:checked:not([value=bash])]/variants:hidden",
  ts: "group-has-[:checked:not([value=ts])]/variants:hidden",
  python: "group-has-[:checked:not([value=python])]/variants:hidden",
  php: "group-has-[:checked:not([value=php])]/variants:hidden",
};

export function CodeBlock({ code, language, label }: { code: string; language: Language; label?: string }) {
  const name = label ?? NAMES[language];
  return (
    <Frame caption={<span className="min-w-0 break-words py-1 pl-4">{name}</span>}>
      <Listing code={code} language={language} />
    </Frame>
  );
}

/** One example in several languages. The first is shown, or the one that is chosen; a choice needs no script. */
export function CodeVariants({
  codes,
  label,
}: {
  codes: readonly Pick<Code<Variant>, "language" | "text">[];
  label?: string;
}) {
  const group = nameOfExample(codes);
  const choice = (
    <fieldset className="flex min-w-0 flex-wrap items-center pl-3 xs:gap-x-4">
      <legend className="sr-only">Language of this example</legend>
      {label && <span className="w-full px-1 pt-2">{label}</span>}
      {codes.map(({ language }, at) => (
        <label
          key={language}
          className="relative inline-flex min-h-10 cursor-pointer items-center px-1 decoration-2 underline-offset-[0.5rem] hover:text-accent has-checked:text-accent has-checked:underline print:[&:not(:has(:checked))]:hidden"
        >
          <input
            type="radio"
            name={group}
            value={language}
            defaultChecked={at === 0}
            autoComplete="off"
            data-language
            className="-outline-offset-3 absolute inset-0 cursor-pointer appearance-none rounded-sm"
          />
          {language === "bash" ? "curl" : NAMES[language]}
        </label>
      ))}
    </fieldset>
  );
  return (
    <Frame caption={choice} className="group/variants">
      {codes.map(({ language, text }) => (
        <Listing key={language} code={text} language={language} look={VARIANT_LOOKS[language]} />
      ))}
    </Frame>
  );
}

interface FrameProps {
  caption: ReactNode;
  className?: string;
  children: ReactNode;
}

function Frame({ caption, className, children }: FrameProps) {
  return (
    <figure
      className={classes(
        "min-w-0 max-w-[calc(100vw-2rem)] overflow-hidden rounded border border-divider bg-surface sm:max-w-full",
        className,
      )}
    >
      <figcaption className="flex min-h-10 items-center justify-between gap-x-1 border-divider border-b text-muted xs:gap-x-4 text-sm">
        {caption}
        <CopyButton />
      </figcaption>
      {children}
    </figure>
  );
}

/** By how far a line is indented itself, in steps of two: what of it has no room begins four further in. */
const HANGS = [
  "-indent-[4ch] pl-[4ch]",
  "-indent-[6ch] pl-[6ch]",
  "-indent-[8ch] pl-[8ch]",
  "-indent-[10ch] pl-[10ch]",
  "-indent-[12ch] pl-[12ch]",
  "-indent-[14ch] pl-[14ch]",
  "-indent-[16ch] pl-[16ch]",
] as const;

function hangOf([first]: readonly CodeRun[]): string {
  const indent = first?.text.search(/[^ ]|$/) ?? 0;
  return HANGS[Math.min(Math.ceil(indent / 2), HANGS.length - 1)] ?? HANGS[0];
}

/** What of a long line has no room goes on below it, indented. What is copied has the lines as they are. */
function Listing({ code, language, look }: { code: string; language: Language; look?: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={classes(
        "-outline-offset-3 wrap-anywhere max-h-150 overflow-auto whitespace-pre-wrap p-4 text-sm print:max-h-none",
        look,
      )}
    >
      <code className="*:inline-block *:w-full">
        {highlight(code, language).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one code never move
          <Fragment key={at}>
            {at > 0 && "\n"}
            <span className={hangOf(line)}>{line.map(drawn)}</span>
          </Fragment>
        ))}
      </code>
    </pre>
  );
}

const drawn = ({ text, role }: CodeRun, at: number) =>
  role ? (
    <span key={at} className={LOOKS[role]}>
      {text}
    </span>
  ) : (
    text
  );

export function JsonBlock({ value, label }: { value: unknown; label?: string }) {
  return <CodeBlock code={JSON.stringify(value, null, 2)} language="json" label={label} />;
}
