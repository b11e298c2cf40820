/** What a piece of a document is, by the names of PDF's standard structure. */
export type Role =
  | "Document"
  | "Sect"
  | "H1"
  | "H2"
  | "H3"
  | "P"
  | "Span"
  | "Link"
  | "BlockQuote"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD";

/** A document as it is read: each piece is a text or has parts, in the order of reading. */
export interface Part {
  as: Role;
  /** Of a table's header. */
  scope?: "Row" | "Column";
  /** A link's is the address that it leads to. */
  text?: string;
  parts?: Part[];
}
