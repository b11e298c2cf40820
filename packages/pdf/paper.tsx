import { Document, Page, type PageProps } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { Chrome, type ChromeProps } from "./chrome";
import type { Tags } from "./tags";
import { COLOUR, FONT_FAMILY, GRID, TYPE } from "./theme";

export interface PaperProps extends ChromeProps {
  subject: string;
  /** ISO instant of what it tells of, not of printing, so that the same text always gives the same file. */
  at: string;
  /** What gives the file its structure. */
  tags: Tags;
  children: ReactNode;
}

/** A document's properties and pages around its text. */
export function Paper({ subject, at, tags, children, ...chrome }: PaperProps) {
  const layout: PageProps["layout"] = ({ pageNumber, totalPages, children }) => (
    <Chrome {...chrome} pageNumber={pageNumber} totalPages={totalPages}>
      {children}
    </Chrome>
  );
  return (
    <Document
      title={property(`${chrome.title} ${chrome.reference}`)}
      author={property(chrome.author)}
      subject={property(subject)}
      creator="Provider Checkout"
      producer="Provider Checkout"
      language="en-AU"
      creationDate={new Date(at)}
      modificationDate={new Date(at)}
      conformance="PDF/A-2b"
      {...{ tags }}
    >
      <Page
        size="A4"
        layout={layout}
        style={{ paddingHorizontal: GRID.margin, fontFamily: FONT_FAMILY, color: COLOUR.text, ...TYPE.body }}
      >
        {children}
      </Page>
    </Document>
  );
}

/**
 * A document property. The library writes `valueOf()` into the PDF's own table and `toString()`, without escaping it,
 * into XML.
 */
class Property extends String {
  override toString(): string {
    return this.valueOf().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  }
}
const property = (text: string) => new Property(text) as unknown as string;
