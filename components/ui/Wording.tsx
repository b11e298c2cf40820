import type { WordingSection } from "@/lib/domain/wording";

/** A legal text. `level` is that of its headings. */
export function Wording({ sections, level = 2 }: { sections: readonly WordingSection[]; level?: 2 | 3 | 4 }) {
  const Heading = `h${level}` as const;
  return (
    <div className="max-w-[66ch] space-y-8">
      {sections.map(({ key, heading, paragraphs }) => (
        <section key={key} className="space-y-3">
          <Heading className={level === 4 ? "font-semibold" : "font-semibold text-lg"}>{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
