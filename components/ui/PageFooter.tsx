import { groupsOf } from "@/lib/domain/business-number";
import type { ProviderView } from "@/lib/domain/provider-view";
import { classes } from "./classes";

const TEXTS = [
  ["privacy", "Privacy"],
  ["terms", "Terms"],
  ["refunds", "Refunds"],
] as const;

const LINK = "inline-flex min-h-12 items-center sm:min-h-8";

/** @param inNewPage where answers on this page would be lost */
export function PageFooter(props: { provider?: ProviderView; line: string; inNewPage: boolean }) {
  const { provider, line, inNewPage } = props;
  return (
    <footer data-chrome className="border-divider border-t text-muted text-sm print:hidden">
      <div className={classes(line, "py-4 sm:py-6")}>
        {provider && <Facts provider={provider} inNewPage={inNewPage} />}
        <p>Enrolment and payments by Provider Checkout</p>
      </div>
    </footer>
  );
}

function Facts({ provider, inNewPage }: { provider: ProviderView; inNewPage: boolean }) {
  const { code, name, legalName, businessNumber, email, phone } = provider;
  const elsewhere = inNewPage ? { target: "_blank", rel: "noopener" } : {};
  return (
    <div className="mb-3 grid gap-x-10 sm:grid-cols-[1fr_auto]">
      <address className="flex flex-wrap items-center gap-x-5 not-italic">
        <span>Questions? Ask {name}</span>
        {phone !== null && (
          <a href={`tel:${phone.replace(/[^\d+]/g, "")}`} className={LINK}>
            {phone}
          </a>
        )}
        {email !== "" && (
          <a href={`mailto:${email}`} className={classes(LINK, "min-w-0 break-all")}>
            {email}
          </a>
        )}
      </address>
      <nav aria-label="Privacy, terms and refunds">
        <ul className="flex flex-wrap gap-x-5">
          {TEXTS.map(([page, title]) => (
            <li key={page}>
              <a href={`/p/${code}/${page}`} className={LINK} {...elsewhere}>
                {title}
                {inNewPage && <span className="sr-only"> (opens in a new page)</span>}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <p className="sm:col-span-2">
        {legalName}
        {businessNumber !== null && (
          <>
            , <span className="whitespace-nowrap">ABN {groupsOf(businessNumber)}</span>
          </>
        )}
      </p>
    </div>
  );
}
