import { Fragment } from "react";
import type { Part } from "@/lib/domain/document-parts";

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

/** Wider than a phone: it is moved sideways there, by keyboard too. */
function Columns({ rows: [head, ...rows] }: { rows: readonly Part[] }) {
  const titles = head?.parts ?? [];
  const name = titles.map(({ text }) => text).join(", ");
  return (
    <section
      aria-label={`Table: ${name}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reached by keyboard
      tabIndex={0}
      className="edge-shade overflow-x-auto print:overflow-visible print:bg-none"
    >
      <table className="w-full min-w-[36rem] border-collapse text-left tabular-nums print:min-w-0">
        <thead>
          <tr className="border-control border-b">
            {titles.map((title) => (
              <th key={title.text} scope="col" className={`${CELL} font-medium text-muted text-sm`}>
                {content(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ parts: cells = [] }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
            <tr key={row} className="break-inside-avoid border-divider border-b">
              {cells.map((cell, column) => {
                const Cell = cell.as === "TH" ? "th" : "td";
                return (
                  <Cell
                    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never move
                    key={column}
                    scope={cell.as === "TH" ? "row" : undefined}
                    className={`${CELL} font-normal`}
                  >
                    {content(cell)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
