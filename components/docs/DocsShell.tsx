import type { ReactNode } from "react";
import { classes } from "../ui/classes";
import { Disclosure } from "../ui/Disclosure";
import { DocsMenu, type MenuPart } from "./DocsMenu";
import { SearchForm } from "./SearchForm";

/** The frame of the documentation: name and search above, the menu beside the text or, on a small screen, before it. */
export function DocsShell({
  menu,
  current,
  query,
  children,
}: {
  menu: readonly MenuPart[];
  /** The path of this page, as the menu has it. */
  current: string;
  query?: string;
  children: ReactNode;
}) {
  const line = "mx-auto w-full max-w-[90rem] px-4 sm:px-6";
  return (
    <div data-wide className="@container flex min-h-svh flex-col">
      <a
        href="#main"
        className="sr-only rounded bg-surface font-medium focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:px-4 focus:py-3"
      >
        Skip to main content
      </a>
      <header className="border-divider border-b bg-surface print:hidden">
        <div className={classes(line, "flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2")}>
          <a
            href="/docs"
            className="inline-flex min-h-12 items-center font-semibold text-lg text-text no-underline hover:text-accent"
          >
            <span>
              Provider Checkout <span className="font-normal text-muted">Docs</span>
            </span>
          </a>
          <SearchForm query={query} />
        </div>
      </header>
      <div
        className={classes(
          line,
          "flex-1 @min-[64rem]:grid @min-[64rem]:grid-cols-[15rem_minmax(0,1fr)] @min-[64rem]:gap-x-12",
        )}
      >
        <div className="border-divider border-b py-1 @min-[64rem]:hidden print:hidden">
          <Disclosure label="Menu" inPrint={false}>
            <DocsMenu menu={menu} current={current} />
          </Disclosure>
        </div>
        <div className="hidden border-divider border-r @min-[64rem]:block print:hidden">
          <div className="sticky top-0 max-h-svh overflow-y-auto py-8 pr-4">
            <DocsMenu menu={menu} current={current} />
          </div>
        </div>
        <main id="main" tabIndex={-1} className="min-w-0 pt-8 pb-16 outline-none @min-[64rem]:pt-10">
          {children}
        </main>
      </div>
    </div>
  );
}
