import type { ProviderView } from "@/lib/domain/provider-view";
import { PALETTE } from "@/packages/colour/palette";
import { Accent, Masthead } from "../ui/Brand";
import { LinkButton } from "../ui/Button";

const SCHEMES = [
  { className: "scheme-light", words: "On light pages" },
  { className: "scheme-dark", words: "On dark pages" },
];

/** The header and a button of a provider's pages, in both schemes whatever the browser's is. */
export function BrandPreview({ provider }: { provider: ProviderView }) {
  return (
    <>
      <Accent brand={{ ...provider.brand, accent: provider.brand.accent ?? PALETTE.light.accent }} />
      {SCHEMES.map(({ className, words }) => (
        <figure key={className} className="space-y-1">
          <figcaption className="text-muted text-sm">{words}</figcaption>
          <div
            className={`${className} forced-color-adjust-none rounded border border-divider bg-background text-text`}
          >
            <p className="flex min-h-16 items-center gap-3 border-divider border-b bg-surface px-4 py-1 font-semibold sm:text-lg">
              <Masthead name={provider.name} brand={provider.brand} />
            </p>
            <p className="p-4">
              <LinkButton href={`/p/${provider.code}`}>Open your portal</LinkButton>
            </p>
          </div>
        </figure>
      ))}
    </>
  );
}
