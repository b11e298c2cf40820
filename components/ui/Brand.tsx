import type { Brand } from "@/lib/domain/brand";

/** D-069 */
export function Accent({ brand }: { brand?: Brand }) {
  if (!brand?.accent) return null;
  return <link rel="stylesheet" href={`/accent/${brand.accent.slice(1)}.css`} precedence="accent" />;
}

/** Without alternative text, because the provider's name always stands beside it. */
export function Logo({ brand }: { brand?: Brand }) {
  if (!brand?.logo) return null;
  const { src, width, height } = brand.logo;
  return (
    // D-067: on white in the dark scheme too.
    <span className="shrink-0 rounded-sm bg-logo dark:p-1">
      {/* biome-ignore lint/performance/noImgElement: the provider's own bytes, already small */}
      <img src={src} width={width} height={height} alt="" className="block h-auto max-w-24 sm:max-w-40" />
    </span>
  );
}
