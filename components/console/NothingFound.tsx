import { isId } from "@/lib/domain/ids";
import type { Asked } from "@/lib/staff/find";

/** Says what to try instead. */
export function NothingFound({ asked, needsDate, home }: { asked: Asked; needsDate: boolean; home: string }) {
  const { q, status, type, period } = asked;
  const isFiltered = Boolean(status || type || period);
  return (
    <section className="max-w-[66ch] space-y-3">
      <h2>{q ? "Nothing found" : "No checkouts"}</h2>
      {needsDate && <p>To search by an amount, add the day on which it was paid: 57.69 24 Nov 2026.</p>}
      {q && !needsDate && (
        <p>
          Nothing matches “<bdi>{q}</bdi>”. Enter the beginning of a name, or a whole email address, reference
          or id.
        </p>
      )}
      {q && isId("req", q) && (
        <p>
          No checkout was changed by this request.{" "}
          <a href={`${home}/set-up/requests?${new URLSearchParams({ q })}`}>Look in the log of requests</a>
        </p>
      )}
      {isFiltered && (
        <p>
          Filters are on. <a href={q ? `${home}?${new URLSearchParams({ q })}` : home}>Search without them</a>
        </p>
      )}
      {!q && !isFiltered && <p>There are none yet. Each one appears here when it is created.</p>}
    </section>
  );
}
