import { Text, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { tagged } from "../../../packages/pdf/tags";
import { wrapped } from "../../../packages/pdf/text";
import { WEIGHT } from "../../../packages/pdf/typography";
import { SAMPLE_NOTICE } from "../../domain/wording";
import type { PrintedModel } from "../model";
import { COLOUR, GRID, TYPE } from "../theme";
import { Lines } from "./blocks";

const PAGE_NUMBER = 70;
const REFERENCE = GRID.content - PAGE_NUMBER;

interface Props {
  title: string;
  model: Pick<PrintedModel, "environment" | "provider" | "reference">;
  pageNumber?: number;
  totalPages?: number;
  children: ReactNode;
}

/** What stands on every page around the text: the sandbox's band, the running head, reference and page number. */
export function Chrome({ title, model, pageNumber = 1, totalPages = 1, children }: Props) {
  return (
    <>
      {model.environment === "sandbox" ? <TestBand /> : null}
      <View
        {...tagged("Artifact")}
        style={{ ...HEAD, paddingTop: model.environment === "sandbox" ? 11 : 21 }}
      >
        <Text style={TYPE.tiny}>{title}</Text>
        <Lines text={runningName(model.provider.name)} tone="tiny" width={GRID.content} />
      </View>
      <View style={{ flexGrow: 1 }}>{children}</View>
      <View style={FOOT}>
        <View style={{ width: REFERENCE }}>
          <Lines
            text={`Reference ${model.reference}`}
            tone="tiny"
            width={REFERENCE}
            tag={{ as: "Artifact" }}
          />
          <Text {...everywhere(SAMPLE_NOTICE)} style={TYPE.tiny}>
            {SAMPLE_NOTICE}
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

/** Cut to one line; the full name stands under "Parties". */
function runningName(name: string): string {
  const [line = "", ...more] = wrapped(name, GRID.content * 0.6, TYPE.tiny.fontSize).split("\n");
  return more.length > 0 ? `${line.trimEnd()} …` : line;
}

const HEAD = { flexDirection: "row", justifyContent: "space-between", paddingBottom: 11 } as const;

const FOOT = {
  flexDirection: "row",
  justifyContent: "space-between",
  borderTopWidth: 0.5,
  borderTopColor: COLOUR.hairline,
  marginTop: 12,
  paddingTop: 7,
  paddingBottom: 24,
} as const;

const TEST = "TEST – NOT BINDING.";
const TEST_MEANS = "Made in the test environment. No money moves and nobody is bound by it.";

function TestBand() {
  return (
    <View style={BAND}>
      <Text {...everywhere(`${TEST} ${TEST_MEANS}`)} style={{ ...TYPE.small, color: COLOUR.testText }}>
        <Text style={{ fontWeight: WEIGHT.strong }}>{TEST}</Text>
        {`  ${TEST_MEANS}`}
      </Text>
    </View>
  );
}

const BAND = {
  marginHorizontal: -GRID.margin,
  paddingHorizontal: GRID.margin,
  paddingVertical: 6,
  backgroundColor: COLOUR.testWash,
  borderBottomWidth: 0.5,
  borderBottomColor: COLOUR.testLine,
} as const;
