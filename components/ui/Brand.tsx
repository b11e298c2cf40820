import type { Brand } from "@/lib/domain/brand";
import { classes } from "./classes";

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
        // Without a picture for dark pages, on white there too.
        <picture
          className={classes("min-w-0 shrink-0 rounded-sm", logo.dark ? "print:hidden" : "bg-logo dark:p-1")}
        >
          {logo.dark && (
            <source
              media="screen and (prefers-color-scheme: dark)"
              srcSet={logo.dark.src}
              width={logo.dark.width}
              height={logo.dark.height}
            />
          )}
          <img
            src={logo.src}
            width={logo.width}
            height={logo.height}
            alt={logo.isWordmark ? name : ""}
            className="block h-auto max-w-full"
          />
        </picture>
      )}
      {/* On paper the name: where pages are dark, the picture for paper is not loaded yet. */}
      {(!logo?.isWordmark || logo.dark) && (
        <span className={classes("min-w-0", logo?.isWordmark && "hidden print:inline")}>{name}</span>
      )}
    </>
  );
}
