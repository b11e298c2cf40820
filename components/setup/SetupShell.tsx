import type { ReactNode, Ref } from "react";
import type { Brand } from "../../lib/domain/brand";
import { RenewedNotice } from "../forms/RenewedNotice";
import { Accent, Masthead } from "../ui/Brand";
import { Embedded } from "./SetupMessenger";

interface Props {
  name: string;
  brand?: Brand;
  title: string;
  step?: number;
  /** Takes focus when a step follows without a page being loaded. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** Slim, because the page is often framed, and no taller than its content, so that the frame can take its height. */
export function SetupShell({ name, brand, title, step, heading, children }: Props) {
  return (
    <>
      <Embedded />
      <Accent brand={brand} />
      <header data-chrome className="border-divider border-b bg-surface">
        <div className="mx-auto flex min-h-12 max-w-form-outer items-center gap-3 px-4 py-2 font-semibold sm:px-6">
          <Masthead name={name} brand={brand} />
        </div>
      </header>
      {/* Named, because the page around the frame has a main part too. */}
      <main
        aria-labelledby="setup-title"
        className="mx-auto max-w-form-outer px-4 pt-6 pb-10 sm:px-6 sm:pt-8"
      >
        {step && <p className="mb-2 text-muted">Step {step} of 3</p>}
        <h1 id="setup-title" ref={heading} tabIndex={-1} className="outline-none">
          {title}
        </h1>
        <div className="mt-6 space-y-8">
          {/* Told on the step that was shown again, and not on the next. */}
          <RenewedNotice key={title} />
          {children}
        </div>
      </main>
    </>
  );
}

const NOT_ACTIVE = "This link is no longer active";

/** D-080: for a link that was never issued, or was replaced. */
export function LinkNotActive() {
  return (
    <SetupShell name="Direct debit setup" title={NOT_ACTIVE}>
      <title>{`${NOT_ACTIVE} – Provider Checkout`}</title>
      <div className="space-y-4">
        <p>It may have been replaced by a newer one, or be incomplete.</p>
        <p>
          To get a new link, go back to your education provider’s enrolment page, or ask the provider to send
          you one.
        </p>
      </div>
    </SetupShell>
  );
}
