import { CheckoutList, Totals, Unfinished } from "@/components/console/CheckoutList";
import { ConsoleShell } from "@/components/console/ConsoleShell";
import { NothingFound } from "@/components/console/NothingFound";
import { SavedViews } from "@/components/console/SavedViews";
import { ORDER_LABELS, SearchForm } from "@/components/console/SearchForm";
import { Notice } from "@/components/ui/Notice";
import type { Asked } from "@/lib/staff/find";
import { viewsFor } from "@/lib/staff/set-up/views";
import { published } from "@/server/instance/published";
import { asked, type ConsoleProps, callerOf, LIST_NAMES } from "../guard";

export const metadata = { title: "Enrolments – Console" };

export default async function ProviderPage(props: ConsoleProps & { params: Promise<{ code: string }> }) {
  const caller = await callerOf((await props.params).code);
  const sent: Asked = {};
  for (const name of LIST_NAMES) sent[name] = (await asked(props, name)) || undefined;
  const { staffRecords, portal, baseUrl } = published().pages;
  const found = await staffRecords.find(caller, sent);
  const given = found.asked;
  const { timeZone, code } = caller.provider;
  const home = `/console/${code}`;
  const mailsLinks = found.unfinished.length > 0 && (await portal.open(code))?.mailsLinks;
  const here = (query: Asked) => hrefOf(home, { ...given, before: undefined, ...query });
  const isEmpty = !found.isElsewhere && found.rows.length === 0 && found.unfinished.length === 0;
  return (
    <ConsoleShell title="Enrolments" who={caller} current="home" width="page">
      <SearchForm action={home} asked={given} />
      <SavedViews {...viewsFor(caller, found.views, given.q ? null : found.filters)} />
      {found.totals && !given.before && <Totals totals={found.totals} />}
      {found.unfinished.length > 0 && (
        <Unfinished
          unfinished={found.unfinished}
          timeZone={timeZone}
          linkPage={mailsLinks ? `${baseUrl}/p/${code}/link` : null}
        />
      )}
      {found.isElsewhere && (
        <Notice kind="warning" title="This page belongs to another list">
          <p>
            The filters or the order are not those of this link.{" "}
            <a href={here({})}>Start at the first page</a>
          </p>
        </Notice>
      )}
      {isEmpty && <NothingFound asked={given} needsDate={found.needsDate} home={home} />}
      {found.rows.length > 0 && (
        <section className="space-y-3">
          <h2>{given.q ? `Found, ${ORDER_LABELS[found.order].toLowerCase()}` : ORDER_LABELS[found.order]}</h2>
          <CheckoutList found={found} home={home} timeZone={timeZone} hrefOf={here} />
          <p className="flex flex-wrap gap-x-6">
            {given.before && <Step href={here({})}>First page</Step>}
            <Step href={hrefOf(`${home}/checkouts.csv`, { ...given, sort: undefined, before: undefined })}>
              Download as CSV
            </Step>
            {found.next && <Step href={here({ before: found.next })}>Next page</Step>}
          </p>
        </section>
      )}
    </ConsoleShell>
  );
}

const Step = ({ href, children }: { href: string; children: string }) => (
  <a href={href} className="inline-flex min-h-12 items-center">
    {children}
  </a>
);

function hrefOf(home: string, query: Asked): string {
  const said = Object.entries(query).filter(([, value]) => value);
  return said.length === 0 ? home : `${home}?${new URLSearchParams(said)}`;
}
