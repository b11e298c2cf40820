import { Icon } from "./Icon";

interface Props {
  /** Of this sandbox, for the links to what it has. The same for everybody: a provider's pages are drawn once for all. */
  shown?: { keepsMail: boolean; opensSandbox: boolean };
}

/** Says on every page of a sandbox that no money moves, in print too. One line on a phone. */
export function TestBand({ shown }: Props) {
  return (
    <aside
      data-chrome
      aria-label="Test environment"
      className="border-warning/40 border-b bg-warning-tint font-medium text-sm text-warning"
    >
      <div className="mx-auto flex max-w-page-outer flex-wrap items-center justify-between gap-x-3 px-4 [body:has([data-wide])_&]:max-w-[90rem] sm:px-6">
        <p className="flex items-center gap-2 py-1.5">
          <Icon name="warning" className="max-sm:hidden" />
          <span>
            Test environment
            <span className="max-sm:sr-only">. No money moves and nothing you sign is binding.</span>
          </span>
        </p>
        {shown && (
          <ul className="-mr-1.5 flex flex-wrap print:hidden">
            <Link href="/docs">Docs</Link>
            {shown.keepsMail && shown.opensSandbox && <Link href="/sandbox/mail">Emails</Link>}
            <Link href="/docs/testing">Testing</Link>
          </ul>
        )}
      </div>
    </aside>
  );
}

function Link({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className="inline-flex min-h-8 items-center px-1.5 text-warning"
      >
        {children}
        <span className="sr-only"> (opens in a new page)</span>
      </a>
    </li>
  );
}
