import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { type Tag, tagged } from "./tags";
import { runsOf, wrapped } from "./text";
import { COLOUR, FONT_FAMILY, GRID, HAIRLINE, TYPE, WEIGHT } from "./theme";

type TextStyle = Exclude<React.ComponentProps<typeof Text>["style"], undefined | readonly unknown[]>;

export interface LinesProps {
  text: string;
  /** Of the column, in points. */
  width?: number;
  tone?: keyof typeof TYPE;
  style?: TextStyle;
  /** What it is in the document's structure: a paragraph, unless said otherwise. */
  tag?: Tag;
}

/** Text whose lines are broken for its column, so that nothing overflows. */
export function Lines({
  text,
  width = GRID.main,
  tone = "body",
  style,
  tag: { as, ...more } = { as: "P" },
}: LinesProps) {
  const type: { fontSize: number; lineHeight: number; fontWeight?: number; color?: string } = TYPE[tone];
  return (
    <Text {...tagged(as, { text, ...more })} style={{ ...type, ...style }}>
      {inTypefaces(wrapped(text, width, type.fontSize, type.fontWeight ?? WEIGHT.regular))}
    </Text>
  );
}

function inTypefaces(text: string): ReactNode {
  const runs = runsOf(text);
  if (runs.length === 1 && runs[0]?.family === FONT_FAMILY) return text;
  return runs.map((run, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
    <Text key={index} style={{ fontFamily: run.family }}>
      {run.text}
    </Text>
  ));
}

/** An entry in the PDF's outline. The library's types allow it on pages only, but any element may have one. */
export const bookmark = (title: string): object => ({ bookmark: title });

const RULE_ABOVE = {
  height: 11,
  marginTop: 10.5,
  marginLeft: -GRID.indent,
  borderTopWidth: 0.5,
  borderTopColor: COLOUR.divider,
} as const;
const NUMBER = 20;

interface Props {
  number?: number;
  title: string;
  aside?: string;
  level?: 2 | 3;
  children: ReactNode;
}

/**
 * A section: its heading in the left column, its content in the main one, a hairline above.
 * @param aside a short remark under the heading
 */
export function Section({ number, title, aside, level = 2, children }: Props) {
  const width = GRID.aside - (number ? NUMBER : 0);
  // The number and the title are drawn apart and read as one.
  const whole = number ? `${number} ${title}` : title;
  const heading: Tag = { as: `H${level}`, key: `heading ${whole}`, text: whole };
  return (
    <View
      {...bookmark(number ? `${number}. ${title}` : title)}
      {...tagged("Sect")}
      style={{ paddingLeft: GRID.indent }}
    >
      {/*
        No page break may follow this child. The heading is positioned outside of it, in the left column, so that it
        takes no height from the main one.
      */}
      <View wrap={false} minPresenceAhead={1} style={RULE_ABOVE}>
        <View
          style={{
            position: "absolute",
            left: 0,
            top: RULE_ABOVE.height - 1,
            width: GRID.aside,
            flexDirection: "row",
          }}
        >
          {number ? (
            <Text {...{ tag: heading }} style={{ ...TYPE.heading, width: NUMBER, color: COLOUR.accent }}>
              {`${number} `}
            </Text>
          ) : null}
          <View style={{ width }}>
            <Lines text={title} tone="heading" width={width} tag={heading} />
            {aside ? <Lines text={aside} tone="small" width={width} style={{ marginTop: 2 }} /> : null}
          </View>
        </View>
      </View>
      {children}
    </View>
  );
}

export function Paragraph({ text }: { text: string }) {
  return <Lines text={text} style={{ marginBottom: 5 }} />;
}

const RULE = { borderLeftWidth: 1.5, borderLeftColor: COLOUR.accent, paddingLeft: 10.5 } as const;

/** A text that somebody agreed to, word for word. */
export function Quotation({ text }: { text: string }) {
  return (
    <View {...tagged("BlockQuote")} style={{ ...RULE, marginTop: 2, marginBottom: 6 }}>
      {text.split(/\s*\n\s*/).map((paragraph) => (
        <Lines
          key={paragraph}
          text={paragraph}
          width={GRID.main - RULE.borderLeftWidth - RULE.paddingLeft}
          style={{ paddingVertical: 2 }}
        />
      ))}
    </View>
  );
}

const LABEL = 104;
const VALUE = GRID.main - LABEL;

/** The table that has the rows of that name. */
export const tableOf = (name: string): Tag => ({ as: "Table", key: `Table ${name}` });

/** A label with its values beside it: a row of that table. */
export function Entry(props: { table: string; label: string; children: ReactNode }) {
  const { table, label, children } = props;
  return (
    <View
      wrap={false}
      {...tagged("TR", { within: tableOf(table) })}
      style={{ flexDirection: "row", paddingVertical: 3.2, ...HAIRLINE }}
    >
      <Lines
        text={label}
        tone="small"
        width={LABEL}
        style={{ width: LABEL, paddingTop: 0.8 }}
        tag={{ as: "TH", scope: "Row" }}
      />
      <View {...tagged("TD")} style={{ width: VALUE }}>
        {children}
      </View>
    </View>
  );
}

export function Value(props: Omit<LinesProps, "width">) {
  return <Lines width={VALUE} {...props} />;
}

/** The document's name, and what it is in a sentence. */
export function Title({ title, lead }: { title: string; lead: string }) {
  return (
    <View style={{ marginTop: 8, marginBottom: 6 }}>
      <Text {...tagged("H1", { text: title })} style={TYPE.title}>
        {title}
      </Text>
      <Lines text={lead} tone="lead" width={GRID.content - 60} style={{ marginTop: 5 }} />
    </View>
  );
}

/** Of a table that may go on over pages: repeated on each, and read once. */
export function HeaderRow<Column extends { title: string }>(props: {
  name: string;
  columns: readonly Column[];
  styleOf(column: Column): TextStyle;
  gap?: number;
  /** How much of the table must follow on the same page, in points. */
  ahead?: number;
}) {
  const { name, columns, styleOf, gap = 0, ahead = 1 } = props;
  return (
    <View
      fixed
      wrap={false}
      minPresenceAhead={ahead}
      {...tagged("TR", { key: `${name} columns`, once: true })}
      style={{ ...HEADER, gap }}
    >
      {columns.map((column) => (
        <Text
          key={column.title}
          {...tagged("TH", { text: column.title, scope: "Column" })}
          style={{ ...TYPE.small, ...styleOf(column), fontWeight: WEIGHT.strong }}
        >
          {column.title}
        </Text>
      ))}
    </View>
  );
}

const HEADER = {
  flexDirection: "row",
  paddingBottom: 3,
  borderBottomWidth: 0.75,
  borderBottomColor: COLOUR.muted,
} as const;
