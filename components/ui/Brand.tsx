import type { Brand } from "@/lib/domain/brand";

/** Gives the page a provider's accent, before anything is painted. */
export function Accent({ brand }: { brand?: Brand }) {
  if (!brand?.accent) return null;
  return <link rel="stylesheet" href={`/accent/${brand.accent.slice(1)}.css`} precedence="accent" />;
}

/** A provider's logo, to stand beside its name; it says nothing that the name does not. */
export function Logo({ brand }: { brand?: Brand }) {
  if (!brand?.logo) return null;
  const { src, width, height } = brand.logo;
  return (
    // On white in the dark as well: most logos are made for paper.
    <span className="shrink-0 rounded-sm bg-logo dark:p-1">
      {/* biome-ignore lint/performance/noImgElement: the provider's own bytes, already small */}
      <img src={src} width={width} height={height} alt="" className="block h-auto max-w-24 sm:max-w-40" />
    </span>
  );
}
