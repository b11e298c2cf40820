import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { Lines } from "./blocks";
import { tagged } from "./tags";
import { wrapped } from "./text";
import { COLOUR, GRID, TYPE, WEIGHT } from "./theme";

const PAGE_NUMBER = 70;
const REFERENCE = GRID.content - PAGE_NUMBER;

export interface ChromeProps {
  title: string;
  /** Whose document it is. */
  author: string;
  reference: string;
  /** Stands on each page and holds for all. */
  notice: string;
  /** A band on top of each page; null for none. */
  band: { strong: string; text: string } | null;
}

interface Props extends ChromeProps {
  pageNumber?: number;
  totalPages?: number;
  children: ReactNode;
}

/** What stands on every page around the text: a band, the running head, reference and page number. */
export function Chrome({ title, author, reference, notice, band, ...page }: Props) {
  const { pageNumber = 1, totalPages = 1, children } = page;
  return (
    <>
      {band ? <Band {...band} /> : null}
      <View {...tagged("Artifact")} style={{ ...HEAD, paddingTop: band ? 11 : 21 }}>
        <Text style={TYPE.tiny}>{title}</Text>
        <Lines text={runningName(author)} tone="tiny" width={GRID.content} />
      </View>
      <View style={{ flexGrow: 1 }}>{children}</View>
      <View style={FOOT}>
        <View style={{ width: REFERENCE }}>
          <Lines text={`Reference ${reference}`} tone="tiny" width={REFERENCE} tag={{ as: "Artifact" }} />
          <Text {...everywhere(notice)} style={TYPE.tiny}>
            {notice}
          </Text>
        </View>
        <Text {...tagged("Artifact")} style={{ ...TYPE.tiny, width: PAGE_NUMBER, textAlign: "right" }}>
          {`Page ${pageNumber} of ${totalPages}`}
        </Text>
      </View>
    </>
  );
}

/** It stands on each page and holds for all: read once, after the title. */
const everywhere = (text: string) => tagged("P", { key: text, text, once: true, first: true });

/** Cut to one line; the full name stands in the text. */
function runningName(name: string): string {
  const [line = "", ...more] = wrapped(name, GRID.content * 0.6, TYPE.tiny.fontSize).split("\n");
  return more.length > 0 ? `${line.trimEnd()} …` : line;
}

const HEAD = { flexDirection: "row", justifyContent: "space-between", paddingBottom: 11 } as const;

const FOOT = {
  flexDirection: "row",
  justifyContent: "space-between",
  borderTopWidth: 0.5,
  borderTopColor: COLOUR.divider,
  marginTop: 12,
  paddingTop: 7,
  paddingBottom: 24,
} as const;

function Band({ strong, text }: { strong: string; text: string }) {
  return (
    <View style={BAND}>
      <Text {...everywhere(`${strong} ${text}`)} style={{ ...TYPE.small, color: COLOUR.warning }}>
        <Text style={{ fontWeight: WEIGHT.strong }}>{strong}</Text>
        {`  ${text}`}
      </Text>
    </View>
  );
}

const BAND = {
  marginHorizontal: -GRID.margin,
  paddingHorizontal: GRID.margin,
  paddingVertical: 6,
  backgroundColor: COLOUR["warning-tint"],
  borderBottomWidth: 0.5,
  borderBottomColor: "#e8c98a",
} as const;
