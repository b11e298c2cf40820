import type { ReactNode } from "react";
import type { ProviderView } from "@/lib/domain/provider-view";
import { Accent, Masthead } from "./Brand";
import { classes } from "./classes";
import { Icon } from "./Icon";
import { PageFooter } from "./PageFooter";
import { PageHeading } from "./PageHeading";

interface Props {
  /** Whose page it is, if not ours. */
  provider?: ProviderView;
  /** The address of the previous step. */
  back?: string;
  step?: { number: number; of: number };
  title: string;
  aside?: ReactNode;
  width?: "form" | "page";
  children: ReactNode;
}

/**
 * The frame of every page, with the order summary beside the form or, on a small screen, between its title and it. There
 * everything down to the title takes 160 px, the test band included.
 */
export function PageShell({ provider, back, step, title, aside, width = "form", children }: Props) {
  const line = classes(
    // Gutters in px: larger text needs their room.
    "mx-auto w-full px-[16px] sm:px-6",
    aside || width === "page" ? "max-w-page-outer" : "max-w-form-outer",
  );
  return (
    <div className="flex min-h-svh flex-col print:block print:min-h-0">
      <Accent brand={provider?.brand} />
      <header data-chrome className="border-divider border-b bg-surface">
        <div className={line}>
          <a
            href={provider ? `/p/${provider.code}` : "/"}
            className="inline-flex min-h-12 max-w-full items-center gap-3 py-1 font-semibold leading-5 text-text no-underline hover:text-accent sm:min-h-16 sm:text-lg"
          >
            <Masthead name={provider?.name ?? "Provider Checkout"} brand={provider?.brand} />
          </a>
        </div>
      </header>
      <main
        id="main"
        tabIndex={-1}
        className={classes(
          line,
          "flex-1 pb-12 outline-none sm:pb-16 print:flex print:flex-col print:py-4",
          aside
            ? "lg:grid lg:grid-cols-[minmax(0,35rem)_minmax(0,22.5rem)] lg:grid-rows-[auto_1fr] lg:gap-x-18"
            : null,
        )}
      >
        <div className="min-w-0 pt-1 sm:pt-6 lg:col-start-1 lg:pt-10">
          {(back || step) && (
            <div className="flex min-h-10 items-center gap-4">
              {back && (
                <a href={back} className="-my-1 -ml-1 inline-flex min-h-12 items-center gap-1 print:hidden">
                  <Icon name="chevron" className="rotate-90" />
                  Back
                </a>
              )}
              {step && (
                <p className="text-muted print:hidden">
                  Step {step.number} of {step.of}
                </p>
              )}
            </div>
          )}
          <div className={back || step ? undefined : "pt-3"}>
            <PageHeading>{title}</PageHeading>
          </div>
        </div>
        {aside && (
          <section
            aria-label="Order summary"
            className="mt-4 min-w-0 lg:sticky lg:top-8 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-12 lg:self-start print:static print:order-last print:mt-6"
          >
            {aside}
          </section>
        )}
        <div className="mt-6 min-w-0 space-y-10 sm:mt-8 lg:col-start-1">{children}</div>
      </main>
      <PageFooter provider={provider} line={line} inNewPage={step !== undefined} />
    </div>
  );
}
