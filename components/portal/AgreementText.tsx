import { Fragment } from "react";
import type { Part } from "@/packages/pdf/document-parts";

const HEADING = { H2: "mt-10 text-xl", H3: "mt-6 font-semibold text-lg" };

/** A document as it is read, part for part, below its title: nothing is added and nothing left out. */
export function AgreementText({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
    <Fragment key={index}>{drawn(part)}</Fragment>
  ));
}

function drawn({ as, text, parts = [] }: Part) {
  const inside = text ?? <AgreementText parts={parts} />;
  switch (as) {
    case "H1":
      // The page's own heading.
      return null;
    case "Document":
      return inside;
    case "Sect":
      return <section className="space-y-3">{inside}</section>;
    case "H2":
      return <h2 className={HEADING.H2}>{inside}</h2>;
    case "H3":
      return <h3 className={HEADING.H3}>{inside}</h3>;
    case "P":
      return <p className="wrap-break-word max-w-[66ch]">{inside}</p>;
    case "Span":
      return <span>{inside} </span>;
    case "Link":
      return (
        <a href={text} className="wrap-anywhere">
          {inside}
        </a>
      );
    case "BlockQuote":
      return <blockquote className="border-accent border-l-2 pl-4">{inside}</blockquote>;
    case "L":
      return <ul className="divide-y divide-divider border-divider border-y">{inside}</ul>;
    case "LI":
      return <li className="flex gap-3 py-3">{inside}</li>;
    case "Lbl":
      return <span className="text-accent">{inside}</span>;
    case "LBody":
      return <div className="min-w-0">{inside}</div>;
    case "Table":
      return parts[0]?.parts?.[0]?.scope === "Column" ? <Columns rows={parts} /> : <Pairs rows={parts} />;
    case "TR":
    case "TH":
    case "TD":
      throw new Error(`A ${as} stands outside of a table`);
    default:
      return as satisfies never;
  }
}

const content = ({ text, parts = [] }: Part) => text ?? <AgreementText parts={parts} />;

/** A table of two columns, a label and what it is of, is a list of terms on a page. */
function Pairs({ rows }: { rows: readonly Part[] }) {
  return (
    <dl className="divide-y divide-divider border-divider border-y">
      {rows.map(({ parts: [label, value] = [] }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
          key={index}
          className="gap-x-6 py-2.5 sm:grid sm:grid-cols-[12rem_1fr]"
        >
          <dt className="text-muted">{label && content(label)}</dt>
          <dd className="min-w-0 wrap-anywhere tabular-nums">{value && content(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

const CELL = "px-2 py-2.5 align-top first:pl-0 last:pr-0";
/**
 * Where columns have no room, each row is a block: its values, with their columns' titles beside them. The titles' own row
 * stays for what reads aloud, which is not to read them twice. Said once, of the table: a plan may have 104 payments.
 */
const BLOCKS = [
  "not-print:@max-[46rem]:block not-print:@max-[46rem]:[&_:is(tbody,tr)]:block",
  "not-print:@max-[46rem]:[&_thead]:sr-only not-print:@max-[46rem]:[&_tbody>tr]:py-2.5",
  "not-print:@max-[46rem]:[&_tbody_:is(th,td)]:flex not-print:@max-[46rem]:[&_tbody_:is(th,td)]:flex-wrap",
  "not-print:@max-[46rem]:[&_tbody_:is(th,td)]:gap-x-3 not-print:@max-[46rem]:[&_tbody_:is(th,td):empty]:hidden",
  "not-print:@max-[46rem]:[&_tbody_:is(th,td)]:px-0 not-print:@max-[46rem]:[&_tbody_:is(th,td)]:py-0.5",
  "not-print:@max-[46rem]:[&_tbody_:is(th,td)>*]:flex-1 not-print:@max-[46rem]:[&_tbody_:is(th,td)>*]:basis-32",
  "not-print:@max-[46rem]:[&_[data-title]]:before:basis-26 not-print:@max-[46rem]:[&_[data-title]]:before:text-muted",
  "not-print:@max-[46rem]:[&_[data-title]]:before:content-[attr(data-title)]",
  "not-print:@max-[46rem]:supports-[content:'x'/'']:[&_[data-title]]:before:content-[attr(data-title)/'']",
].join(" ");
/** Said of each element, because some browsers take a table's meaning away with its display. */
const ROLE = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  title: { role: "columnheader" },
  heading: { role: "rowheader" },
  cell: { role: "cell" },
};

function Columns({ rows: [head, ...rows] }: { rows: readonly Part[] }) {
  const titles = head?.parts ?? [];
  return (
    <div className="@container">
      <table {...ROLE.table} className={`w-full border-collapse text-left tabular-nums ${BLOCKS}`}>
        <thead {...ROLE.group}>
          <tr {...ROLE.row} className="border-control border-b">
            {titles.map((title) => (
              <th
                key={title.text}
                scope="col"
                {...ROLE.title}
                className={`${CELL} font-medium text-muted text-sm`}
              >
                {content(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROLE.group}>
          {rows.map(({ parts: cells = [] }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
            <tr key={row} {...ROLE.row} className="break-inside-avoid border-divider border-b">
              {cells.map((cell, column) => {
                const isHeading = cell.as === "TH";
                const Cell = isHeading ? "th" : "td";
                // "Total" stands where dates do, and is none.
                const title = isHeading && column > 0 ? undefined : titles[column]?.text;
                return (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
                    key={column}
                    {...(isHeading ? { scope: "row", ...ROLE.heading } : ROLE.cell)}
                    data-title={title}
                    className={`${CELL} font-normal`}
                  >
                    {cell.text === "" ? null : <div className="min-w-0">{content(cell)}</div>}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
