import type { Brand } from "@/lib/domain/brand";

export function Accent({ brand }: { brand?: Brand }) {
  if (!brand?.accent) return null;
  return <link rel="stylesheet" href={`/accent/${brand.accent.slice(1)}.css`} precedence="accent" />;
}

/** A provider's wordmark, or its symbol beside its name. See docs/design.md. */
export function Masthead({ name, brand }: { name: string; brand?: Brand }) {
  const logo = brand?.logo;
  return (
    <>
      {logo && (
        // White on dark pages too, because most logos are drawn for paper.
        <picture className="min-w-0 shrink-0 rounded-sm bg-logo dark:p-1">
          <img
            src={logo.src}
            width={logo.width}
            height={logo.height}
            alt={logo.isWordmark ? name : ""}
            className="block h-auto max-w-full"
          />
        </picture>
      )}
      {!logo?.isWordmark && <span className="min-w-0">{name}</span>}
    </>
  );
}
