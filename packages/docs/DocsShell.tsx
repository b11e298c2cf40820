import type { ReactNode } from "react";
import { classes } from "../../components/ui/classes";
import { Disclosure } from "../../components/ui/Disclosure";
import type { MenuPart } from "./pages";

interface MenuProps {
  menu: readonly MenuPart[];
  /** The path of the page that is open, as the menu has it. */
  current: string;
}

interface Props extends MenuProps {
  children: ReactNode;
}

/** The frame of the documentation, with the menu beside the text or, on a small screen, above it. */
export function DocsShell({ menu, current, children }: Props) {
  const line = "mx-auto w-full max-w-[90rem] px-4 sm:px-6";
  return (
    <div data-wide className="@container flex min-h-svh flex-col">
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
          <a href="/llms.txt" className="inline-flex min-h-12 items-center">
            All guides as one text
          </a>
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

function DocsMenu({ menu, current }: MenuProps) {
  return (
    <nav aria-label="Documentation" className="space-y-6 pb-4">
      {menu.map(({ title, links }) => (
        <div key={title}>
          <p className="mb-1 font-semibold text-sm">{title}</p>
          <ul>
            {links.map(({ name, href }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={href === current ? "page" : undefined}
                  className="block rounded-sm px-2 py-1.5 text-muted text-sm no-underline hover:bg-accent-tint aria-[current]:bg-accent-tint aria-[current]:font-medium aria-[current]:text-accent"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
