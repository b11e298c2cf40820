import type { ReactNode } from "react";
import type { Brand } from "@/lib/domain/brand";
import { RenewedNotice } from "../forms/RenewedNotice";
import { Accent, Logo } from "./Brand";
import { classes } from "./classes";
import { Icon } from "./Icon";

/** For the keyboard: past the header or the menu. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only rounded bg-surface font-medium focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-10 focus:px-4 focus:py-3"
    >
      Skip to main content
    </a>
  );
}

interface Props {
  provider: { name: string; href: string; brand?: Brand };
  /** The address of the previous step. */
  back?: string;
  step?: { number: number; of: number };
  title: string;
  aside?: ReactNode;
  width?: "form" | "page";
  children: ReactNode;
}

/** The frame of every page, with the order summary beside the form or, on a small screen, above it. */
export function PageShell({ provider, back, step, title, aside, width = "form", children }: Props) {
  const line = classes(
    "mx-auto w-full px-4 sm:px-6",
    aside || width === "page" ? "max-w-page-outer" : "max-w-form-outer",
  );
  return (
    <div className="flex min-h-svh flex-col print:block print:min-h-0">
      <Accent brand={provider.brand} />
      <SkipLink />
      <header data-chrome className="border-divider border-b bg-surface">
        <div className={line}>
          <a
            href={provider.href}
            className="inline-flex min-h-16 items-center gap-3 py-2 font-semibold text-lg text-text no-underline hover:text-accent"
          >
            <Logo brand={provider.brand} />
            <span className="min-w-0">{provider.name}</span>
          </a>
        </div>
      </header>
      <div
        className={classes(
          line,
          "flex-1 pt-8 pb-16 lg:pt-12 print:flex print:flex-col print:py-4",
          aside ? "lg:grid lg:gap-x-18 page-columns" : null,
        )}
      >
        {aside && (
          <aside
            aria-label="Order summary"
            className="mb-8 lg:sticky lg:top-8 lg:col-start-2 lg:row-start-1 lg:mb-0 lg:self-start lg:pt-2 print:static print:order-last print:mt-6"
          >
            {aside}
          </aside>
        )}
        <main id="main" tabIndex={-1} className="min-w-0 outline-none lg:col-start-1 lg:row-start-1">
          {back && (
            <a href={back} className="-mt-3 mb-1 inline-flex min-h-12 items-center gap-1 print:hidden">
              <Icon name="chevron" className="rotate-90" />
              Back
            </a>
          )}
          {step && (
            <p className="mb-2 text-muted">
              Step {step.number} of {step.of}
            </p>
          )}
          <h1>{title}</h1>
          <div className="mt-8 space-y-10">
            <RenewedNotice />
            {children}
          </div>
        </main>
      </div>
      <footer data-chrome className="border-divider border-t print:hidden">
        <div className={classes(line, "py-6 text-muted text-sm")}>
          <p>Enrolment and payments by Provider Checkout</p>
        </div>
      </footer>
    </div>
  );
}
