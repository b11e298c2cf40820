import type { ReactNode } from "react";
import { can, type Role } from "@/lib/staff/permissions";
import { classes } from "../ui/classes";
import { PageHeading } from "../ui/PageHeading";
import { SearchKey } from "./SearchKey";

interface Props {
  title: string;
  /** Whoever is signed in, and the provider that the page is about; without, the page asks who it is. */
  who?: { name: string; role?: Role; provider?: { code: string; name: string } };
  /** Which link of the navigation is this page's. */
  current?: "attention" | "home" | "set-up" | "audit" | "account" | "providers";
  width?: "form" | "page";
  children: ReactNode;
}

/** The frame of every page of the console. */
export function ConsoleShell({ title, who, current, width = "form", children }: Props) {
  const provider = who?.provider;
  const line = "mx-auto w-full px-[16px] sm:px-6 max-w-page-outer";
  return (
    <div className="flex min-h-svh flex-col">
      <header data-chrome className="border-divider border-b bg-surface">
        <div className={classes(line, "flex flex-wrap items-center justify-between gap-x-6")}>
          <a
            href={provider ? `/console/${provider.code}/attention` : "/console"}
            className="inline-flex min-h-12 items-center font-semibold text-text no-underline hover:text-accent sm:min-h-16 sm:text-lg"
          >
            {provider?.name ?? "Provider Checkout"} console
          </a>
          {who && (
            <nav aria-label="Console" className="min-w-0">
              <ul className="flex flex-wrap items-center gap-x-5">
                {provider && (
                  <>
                    <Item href={`/console/${provider.code}/attention`} isCurrent={current === "attention"}>
                      Needs attention
                    </Item>
                    <Item href={`/console/${provider.code}`} isCurrent={current === "home"}>
                      Enrolments
                    </Item>
                    <Item href={`/console/${provider.code}/set-up`} isCurrent={current === "set-up"}>
                      Set up
                    </Item>
                    {who.role && can(who.role, "audit") && (
                      <Item href={`/console/${provider.code}/audit`} isCurrent={current === "audit"}>
                        Audit log
                      </Item>
                    )}
                  </>
                )}
                <Item href="/console" isCurrent={current === "providers"}>
                  Providers
                </Item>
                <Item href="/console/account" isCurrent={current === "account"}>
                  Your account
                </Item>
              </ul>
            </nav>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes(line, "flex-1 pb-12 outline-none sm:pb-16")}>
        <div className={classes("min-w-0 pt-4 sm:pt-10", width === "form" && "max-w-form-outer")}>
          <PageHeading>{title}</PageHeading>
          <div className="mt-6 space-y-10 sm:mt-8">
            {children}
            {provider && <SearchKey home={`/console/${provider.code}`} />}
          </div>
        </div>
      </main>
    </div>
  );
}

function Item({ href, isCurrent, children }: { href: string; isCurrent: boolean; children: string }) {
  return (
    <li>
      <a
        href={href}
        aria-current={isCurrent ? "page" : undefined}
        className={classes("inline-flex min-h-12 items-center", isCurrent && "font-semibold")}
      >
        {children}
      </a>
    </li>
  );
}
