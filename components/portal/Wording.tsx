import type { WordingSection } from "@/lib/domain/wording";

/** A legal text: headings and paragraphs. `level` is that of its headings on the page. */
export function Wording({ sections, level = 2 }: { sections: readonly WordingSection[]; level?: 2 | 3 }) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <div className="max-w-[66ch] space-y-8">
      {sections.map(({ key, heading, paragraphs }) => (
        <section key={key} className="space-y-3">
          <Heading className="font-semibold text-lg">{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </div>
  );
}
