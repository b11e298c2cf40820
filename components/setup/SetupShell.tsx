import type { ReactNode } from "react";
import type { SetupPage } from "../../lib/setup-page/view";
import { Masthead } from "../ui/Brand";
import { PageFooter } from "../ui/PageFooter";

/** Contract section 10. */
export type MessageType = "ready" | "authorised" | "cancelled" | "expired" | "error";

interface Props {
  /** Unknown where a link is not active. */
  page?: SetupPage;
  title: string;
  step?: number;
  /** What the page around the frame is told beside "ready". */
  says?: MessageType;
  children: ReactNode;
}

/** Slim, because the page is often framed, and there no taller than its content, so that the frame can take its height. */
export function SetupShell({ page, title, step, says, children }: Props) {
  // Above the frame the portal shows its own title, which is that of the two steps.
  const isTitledAbove =
    page?.place === "portal" && (page.view.state === "bank" || page.view.state === "check");
  const Title = isTitledAbove ? "p" : "h1";
  return (
    <div className="[html:not([data-embedded])_&]:flex [html:not([data-embedded])_&]:min-h-svh flex-col print:block">
      <header data-chrome className="border-divider border-b bg-surface">
        <div className="mx-auto flex min-h-12 max-w-form-outer items-center gap-3 px-4 py-2 font-semibold sm:px-6">
          <Masthead name={page?.provider.name ?? "Direct debit setup"} brand={page?.provider.brand} />
        </div>
      </header>
      {/* Named, because the page around the frame has a main part too. The page's script reads the rest. */}
      <main
        aria-labelledby="setup-title"
        className="mx-auto w-full max-w-form-outer flex-1 px-4 pt-3 pb-10 sm:px-6 sm:pt-8"
        data-state={page?.view.state}
        data-place={page?.place}
        data-tells={page?.messageOrigin ?? undefined}
        data-says={says}
      >
        {step && (
          <p data-chrome className="text-muted sm:mb-2">
            Step {step} of 3
          </p>
        )}
        <Title
          id="setup-title"
          tabIndex={-1}
          className={isTitledAbove ? "sr-only" : "mb-3 outline-none max-sm:text-xl sm:mb-6"}
        >
          {title}
        </Title>
        <div className="space-y-5 sm:space-y-8">{children}</div>
      </main>
      <PageFooter provider={page?.provider} line="mx-auto max-w-form-outer px-4 sm:px-6" inNewPage />
    </div>
  );
}
