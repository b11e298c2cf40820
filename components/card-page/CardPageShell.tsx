import type { ReactNode } from "react";
import type { ProviderView } from "../../lib/domain/provider-view";
import { Masthead } from "../ui/Brand";
import { PageFooter } from "../ui/PageFooter";

interface Props {
  /** Unknown where a link is not active. */
  provider?: ProviderView;
  title: string;
  /** For the page's script. */
  state?: string;
  children: ReactNode;
}

export function CardPageShell({ provider, title, state, children }: Props) {
  // Gutters in px: larger text needs their room.
  const line = "mx-auto max-w-form-outer px-[16px] sm:px-6";
  return (
    <div className="flex min-h-svh flex-col print:block">
      <header data-chrome className="border-divider border-b bg-surface">
        <div className={`${line} flex min-h-12 items-center gap-3 py-2 font-semibold`}>
          <Masthead name={provider?.name ?? "Card payment"} brand={provider?.brand} />
        </div>
      </header>
      <main className={`${line} w-full flex-1 pt-3 pb-10 sm:pt-8`} data-state={state}>
        <h1 className="mb-3 text-xl sm:mb-6">{title}</h1>
        <div className="space-y-5 sm:space-y-8">{children}</div>
      </main>
      <PageFooter provider={provider} line={line} inNewPage />
    </div>
  );
}
