import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { runsOf, wrapped } from "../text";
import { COLOUR, FONT_FAMILY, GRID, HAIRLINE, TYPE, WEIGHT } from "../theme";

type TextStyle = Exclude<React.ComponentProps<typeof Text>["style"], undefined | readonly unknown[]>;

export interface LinesProps {
  text: string;
  /** Of the column, in points. */
  width?: number;
  tone?: keyof typeof TYPE;
  style?: TextStyle;
}

/** Running text, its lines broken for the column in which it stands; nothing in it can overflow. */
export function Lines({ text, width = GRID.main, tone = "body", style }: LinesProps) {
  const type: { fontSize: number; lineHeight: number; fontWeight?: number; color?: string } = TYPE[tone];
  return (
    <Text style={{ ...type, ...style }}>
      {inTypefaces(wrapped(text, width, type.fontSize, type.fontWeight ?? WEIGHT.regular))}
    </Text>
  );
}

/** Other writing in its own typeface, the rest as it is. */
function inTypefaces(text: string): ReactNode {
  const runs = runsOf(text);
  if (runs.length === 1 && runs[0]?.family === FONT_FAMILY) return text;
  return runs.map((run, index) => (
    // The pieces of a text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no name but its place
    <Text key={index} style={{ fontFamily: run.family }}>
      {run.text}
    </Text>
  ));
}

/** An entry in the outline that readers show beside the pages. The library's types know it for pages only. */
export const bookmark = (title: string): object => ({ bookmark: title });

export interface SectionProps {
  /** Its place in the agreement; sections of evidence have none. */
  number?: number;
  title: string;
  /** A short remark under the heading. */
  aside?: string;
  children: ReactNode;
}

const RULE_ABOVE = {
  height: 11,
  marginTop: 10.5,
  marginLeft: -GRID.indent,
  borderTopWidth: 0.5,
  borderTopColor: COLOUR.hairline,
} as const;
/** The heading's number hangs in front of it. */
const NUMBER = 20;

/** A section: its heading in the aside, its content in the main column, a hairline above. */
export function Section({ number, title, aside, children }: SectionProps) {
  const width = GRID.aside - (number ? NUMBER : 0);
  return (
    <View {...bookmark(number ? `${number}. ${title}` : title)} style={{ paddingLeft: GRID.indent }}>
      {/*
        The rule and the heading are one child that no page break may follow. The heading hangs out of it, over the
        aside, so that the main column keeps its place where the section runs on to another page.
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
            <Text style={{ ...TYPE.heading, width: NUMBER, color: COLOUR.accent }}>{number}</Text>
          ) : null}
          <View style={{ width }}>
            <Lines text={title} tone="heading" width={width} />
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

/** A text that someone agreed to, word for word, set off by a rule at its left. */
export function Quotation({ text }: { text: string }) {
  return (
    <View style={{ ...RULE, marginTop: 2, marginBottom: 6 }}>
      {paragraphsOf(text).map((paragraph) => (
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
/** How wide a value beside its label is. */
const VALUE = GRID.main - LABEL;

/** A label and what it stands for, over the whole main column. */
export function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <View wrap={false} style={{ flexDirection: "row", paddingVertical: 3.2, ...HAIRLINE }}>
      <Lines text={label} tone="small" width={LABEL} style={{ width: LABEL, paddingTop: 0.8 }} />
      <View style={{ width: VALUE }}>{children}</View>
    </View>
  );
}

/** What stands beside a label. */
export function Value(props: Omit<LinesProps, "width">) {
  return <Lines width={VALUE} {...props} />;
}

/** The paragraphs of a text, blank lines and line ends both taken as their ends. */
function paragraphsOf(text: string): string[] {
  return text
    .split(/\n+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}
